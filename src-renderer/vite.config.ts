import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * The library of the frame that draws diagrams, as its makers built it: a classic script, since a page
 * without an origin may load no modules.
 */
function diagramLibrary(): Plugin {
  return {
    name: 'diagram-library',
    generateBundle() {
      const path = createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js');
      this.emitFile({ type: 'asset', fileName: 'diagram/mermaid.js', source: readFileSync(path) });
    },
  };
}

/** Built by itself for the browser, and reused by the Electron build. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), diagramLibrary()],
  worker: { format: 'es' },
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
