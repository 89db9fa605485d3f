/** Where the worker's code is: beside this file as source, or where the build puts it. */
const source = import.meta.url.endsWith('.ts');
/** The build puts shared code into a folder below that of the entries. */
const inChunk = /\/chunks\/[^/]+$/.test(import.meta.url);

export function workerFile(): URL {
  if (source) return new URL('./worker.ts', import.meta.url);
  return new URL(inChunk ? '../index-worker.js' : './index-worker.js', import.meta.url);
}
