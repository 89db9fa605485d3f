/** What the main thread and the worker that keeps the index tell each other. */
import type { Cortex } from '../regions.ts';

export type IndexState = ReturnType<Cortex['state']>;

export interface WorkerData {
  readonly workspace: string;
  readonly index: string;
  /** Schema of the main thread's code: a worker of another build must not take the index over. */
  readonly schemaVersion: number;
}

export type ToWorker =
  | {
      readonly type: 'refresh';
      readonly id: number;
      readonly paths: readonly string[];
      /** Also what was read of them before. */
      readonly anew: boolean;
    }
  /** The file of the index was lost, or `generation` of it turned out to be unreadable. */
  | { readonly type: 'lost'; readonly generation: number; readonly reason: string }
  /** The main thread has closed its connection; the file may go. */
  | { readonly type: 'released' }
  | { readonly type: 'close' };

export type FromWorker =
  /** The index can be opened. A new generation is a new file. */
  | { readonly type: 'opened'; readonly generation: number }
  /** The file is about to be deleted: close your connection and say so. */
  | { readonly type: 'release' }
  | ({ readonly type: 'state' } & IndexState)
  | { readonly type: 'refreshed'; readonly id: number }
  /** Files and index agree for the first time, or the index cannot be made. */
  | { readonly type: 'ready' }
  | { readonly type: 'changed'; readonly paths: readonly string[] }
  | {
      readonly type: 'log';
      readonly level: 'debug' | 'info' | 'warn' | 'error';
      readonly message: string;
      readonly fields: object;
    };
