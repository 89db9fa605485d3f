/** Where a worker's code is: as source, or where the build puts it. */
const source = import.meta.url.endsWith('.ts');
/** The build puts shared code into a folder below that of the entries. */
const inChunk = /\/chunks\/[^/]+$/.test(import.meta.url);

/** Names are those of the entries in scripts/build.mjs, without `-worker`. */
const sources = { index: './worker.ts', vectors: './meaning/worker.ts' } as const;

export function workerFile(name: keyof typeof sources): URL {
  if (source) return new URL(sources[name], import.meta.url);
  return new URL(`${inChunk ? '..' : '.'}/${name}-worker.js`, import.meta.url);
}
