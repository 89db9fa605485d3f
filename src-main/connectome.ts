/** Entry of the command line; `bin/connectome.mjs` calls `main`. */
export { main } from './cli/index.ts';
