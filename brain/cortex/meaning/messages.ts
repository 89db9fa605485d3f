/** What the main thread and the worker that keeps the vectors tell each other. */

export interface VectorWorkerData {
  /** Path of the file of vectors. */
  readonly file: string;
}

export type ToVectors =
  /** Which of these chunks have no vector of this model? They are in the index, too. */
  | { readonly type: 'missing'; readonly model: string; readonly hashes: readonly string[] }
  | {
      readonly type: 'add';
      readonly model: string;
      readonly items: readonly { readonly hash: string; readonly vector: Float32Array }[];
    }
  | {
      readonly type: 'nearest';
      readonly model: string;
      readonly vector: Float32Array;
      readonly count: number;
    }
  /** The whole index was asked about since the last sweep: what was not in it can go. */
  | { readonly type: 'sweep'; readonly model: string }
  | { readonly type: 'close' };

/** Answers in the order of the questions; `close` has none. */
export type FromVectors =
  | { readonly type: 'missing'; readonly hashes: readonly string[] }
  | { readonly type: 'added' }
  /** Best first; how far each stands out, 0 to 1. */
  | { readonly type: 'nearest'; readonly found: readonly (readonly [string, number])[] }
  | { readonly type: 'swept'; readonly removed: number }
  | { readonly type: 'failed'; readonly reason: string };
