/** By what the systems know the program; electron-builder.yml has the same. */
export const APP_ID = 'io.connectome.desktop';
