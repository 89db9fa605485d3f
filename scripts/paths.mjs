/** Where things are in this repository. Plain JavaScript: runs on any Node from 20 on. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const modules = join(root, 'node_modules');
export const output = join(root, 'out');
export const results = join(root, 'test-results');
