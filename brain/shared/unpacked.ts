/**
 * Where the system finds a file of the program. Packaged, all of it is in one archive that only Electron's
 * own Node can look into; what somebody else opens or starts lies beside it (`asarUnpack`).
 */
export const unpacked = (path: string): string =>
  path.replace(/\bapp\.asar(?=[\\/])/, 'app.asar.unpacked');
