import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Built by itself for the browser, and reused by the Electron build. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // Fonts and pictures stay files: the content security policy allows none in data: URLs.
    assetsInlineLimit: 0,
    // The preload helper is an inline script in older browsers only; all of ours know it natively.
    modulePreload: { polyfill: false },
  },
});
