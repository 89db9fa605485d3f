/**
 * Builds out/: `main` (desktop and command line), `preload`, `renderer`. Three plain Vite builds;
 * native modules, and libraries that are large or need their own files beside them, stay outside.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { output, root } from './paths.mjs';
import { run } from './run.mjs';
import { findRuntime, isWanted, noRuntimeMessage } from './runtime.mjs';
import { isBuilt, markBuilt, sourceStamp } from './stamp.mjs';

const KEEP_OLD_CHUNKS_MS = 7 * 24 * 60 * 60 * 1000;

const external = [
  'electron',
  'better-sqlite3',
  '@napi-rs/keyring',
  '@vscode/ripgrep',
  '@anthropic-ai/sdk',
  '@anthropic-ai/sandbox-runtime',
  'openai',
  'ollama',
  'open',
  'electron-updater',
  // Holds an `eval` (its JavaScript engine, which is never let run); bundled it would look like ours.
  'gray-matter',
];

const isExternal = (id) =>
  id.startsWith('node:') ||
  builtinModules.includes(id) ||
  external.some((name) => id === name || id.startsWith(`${name}/`));

const shared = {
  configFile: false,
  root,
  logLevel: 'warn',
  // A running brain still loads the chunks it was started with; they are hashed, and pruned later.
  build: { emptyOutDir: false, minify: false, sourcemap: true, reportCompressedSize: false },
};

export function mainConfig() {
  const entries = {
    connectome: 'src-main/connectome.ts',
    electron: 'src-main/electron.ts',
    'index-worker': 'brain/cortex/worker.ts',
    'page-worker': 'brain/cerebellum/web/worker.ts',
    'plugin-child': 'brain/cerebellum/plugins/child.ts',
    'vectors-worker': 'brain/cortex/meaning/worker.ts',
  };
  return {
    ...shared,
    ssr: { noExternal: true, external },
    build: {
      ...shared.build,
      ssr: true,
      target: 'node22',
      outDir: join(output, 'main'),
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(entries).map(([name, path]) => [name, join(root, path)]),
        ),
        external: isExternal,
        output: {
          format: 'es',
          // In a plugin's sandbox no package.json says what a `.js` file is.
          entryFileNames: ({ name }) => (name === 'plugin-child' ? '[name].mjs' : '[name].js'),
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  };
}

function preloadConfig() {
  return {
    ...shared,
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ...shared.build,
      ssr: true,
      target: 'node22',
      outDir: join(output, 'preload'),
      // A sandboxed preload script is CommonJS and one file.
      rolldownOptions: {
        input: join(root, 'src-preload/preload.ts'),
        external: isExternal,
        output: { format: 'cjs', entryFileNames: 'preload.cjs' },
      },
    },
  };
}

function rendererConfig() {
  return {
    root: join(root, 'src-renderer'),
    configFile: join(root, 'src-renderer', 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      outDir: join(output, 'renderer'),
      emptyOutDir: false,
      reportCompressedSize: false,
      // The window is loaded from this machine; one large chunk costs nothing there.
      chunkSizeWarningLimit: 4000,
    },
  };
}

function pruneOldFiles(before) {
  if (!existsSync(output)) return;
  for (const entry of readdirSync(output, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (statSync(path).mtimeMs < before) rmSync(path);
  }
}

async function buildHere(stamp) {
  const started = Date.now();
  console.log('Building...');
  const { build } = await import('vite');
  await build(mainConfig());
  await build(preloadConfig());
  await build(rendererConfig());
  pruneOldFiles(started - KEEP_OLD_CHUNKS_MS);
  markBuilt(stamp);
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

/** Builds when the sources have changed since the last build. Throws when the build fails. */
export async function ensureBuilt() {
  const stamp = sourceStamp();
  if (isBuilt(stamp)) return;
  if (isWanted(process.versions.node)) {
    await buildHere(stamp);
    return;
  }
  // Vite needs a newer Node than the one that may have started us.
  const runtime = findRuntime();
  if (runtime === undefined) throw new Error(noRuntimeMessage);
  const code = await run(runtime, [join(root, 'scripts', 'build.mjs')]);
  if (code !== 0) throw new Error('The build failed; see above.');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled();
  const runtime = findRuntime();
  if (isWanted(process.versions.node) || runtime === process.execPath) {
    const stamp = sourceStamp();
    if (isBuilt(stamp)) console.log('Everything is built.');
    else await buildHere(stamp).catch(reportAndFail);
  } else {
    await ensureBuilt().catch(reportAndFail);
  }
}

function reportAndFail(error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
