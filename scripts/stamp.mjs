/** Tells whether out/ was built from what the sources are now. Hashing them takes a few milliseconds. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { output, root } from './paths.mjs';

const stampFile = join(output, '.stamp');
const folders = ['brain', 'protocol', 'src-main', 'src-preload', 'src-renderer'];
const files = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs'];

function* sources() {
  for (const folder of folders) {
    const path = join(root, folder);
    if (!existsSync(path)) continue;
    const entries = readdirSync(path, { withFileTypes: true, recursive: true });
    const names = entries.filter((entry) => entry.isFile());
    yield* names.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
  }
  yield* files.map((file) => join(root, file));
}

export function sourceStamp() {
  const hash = createHash('sha256');
  for (const path of sources()) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

export function isBuilt(stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
}

export function markBuilt(stamp) {
  mkdirSync(output, { recursive: true });
  writeFileSync(stampFile, stamp);
}
