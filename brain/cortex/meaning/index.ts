/**
 * Search by meaning, where an embedding model can be reached: vectors of all chunks, made in the
 * background and kept, and which chunks lie nearest to a question.
 *
 * Must always hold: without a model nothing is started and no search waits; with one a search waits
 * at most `QUESTION_MS`; whatever goes wrong with the model or the vectors, the search by words goes
 * on as if there were none.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Thalamus } from '../../regions.ts';
import type { Logger } from '../../shared/log.ts';
import { safeSlice } from '../../shared/text.ts';
import { createVectorThread, type VectorThread } from './thread.ts';

export type Embedding = Pick<Thalamus, 'embedder' | 'embed'>;

/** How far a chunk stands out from all others, 0 to 1, by the hash of its text. */
export type Nearness = ReadonlyMap<string, number>;

/** A chunk as far as a vector is made of it. */
export interface Page {
  readonly id: number;
  readonly hash: string;
  readonly heading: string;
  readonly text: string;
}

export interface MeaningDeps {
  /** Path of the file of vectors. */
  readonly file: string;
  readonly embedding: Embedding;
  /** Chunks of the index behind this id, in order; empty at the end, or while there is no index. */
  readonly chunksAfter: (id: number, limit: number) => readonly Page[];
  readonly logger: Logger;
}

export interface Meaning {
  /** The chunks nearest to a question; undefined where nothing can be said about it in time. */
  near(question: string): Promise<Nearness | undefined>;
  /** The index has changed: what is new needs vectors. */
  changed(): void;
  /** Resolves when every chunk of now has its vector, or cannot have one. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const QUESTION_MS = 400;
/** After a question that was not answered in time, the next ones do not wait for a while. */
const PAUSE_MS = 10_000;
const NEAREST = 100;
const PAGE = 64;
const BATCH = 16;
const BATCH_MS = 60_000;
/** Longer texts say no more about what they are about, and many models cut there. */
const MAX_CHARS = 4_000;
/** How often a model is looked for, and a failed one tried again. */
const LOOK_AGAIN_MS = 60_000;
/** Every model takes it: one that does not is not there. */
const HARMLESS = 'a note';

const keyOf = (model: string, hash: string): string => `${model}\n${hash}`;

export function createMeaning(deps: MeaningDeps): Meaning {
  const { embedding, logger } = deps;
  const ending = new AbortController();
  let thread: VectorThread | undefined;
  /** The model whose vectors are complete enough to be used. */
  let model: string | undefined;
  let pausedUntil = 0;
  let wanted = false;
  let running: Promise<void> | undefined;
  /** Texts that a model refused while it took others; not asked about again in this run. */
  const unfit = new Set<string>();

  /** One pass over the index; false when the model failed. */
  async function pass(name: string): Promise<boolean> {
    thread ??= createVectorThread(deps.file, logger);
    let last = 0;
    while (!ending.signal.aborted) {
      const page = deps.chunksAfter(last, PAGE);
      last = page.at(-1)?.id ?? last;
      if (page.length === 0) {
        await thread.sweep(name);
        return true;
      }
      const missing = new Set(
        await thread.missing(
          name,
          page.map(({ hash }) => hash),
        ),
      );
      const without = page.filter(
        ({ hash }) => missing.delete(hash) && !unfit.has(keyOf(name, hash)),
      );
      for (let at = 0; at < without.length; at += BATCH) {
        if (!(await embedBatch(name, without.slice(at, at + BATCH)))) return false;
      }
    }
    return true;
  }

  /** False when the model failed; a text that it does not take goes without a vector. */
  async function embedBatch(name: string, chunks: readonly Page[]): Promise<boolean> {
    const startedAt = performance.now();
    const texts = chunks.map(({ heading, text }) => `${heading}\n${text}`);
    const made = await embed(name, texts);
    if (ending.signal.aborted) return false;
    if (!made.ok) {
      const alive = await embed(name, [HARMLESS]);
      if (ending.signal.aborted) return false;
      if (!alive.ok) {
        const reason = alive.error;
        logger.warn('no vectors: the search goes by words alone', { model: name, reason });
        return false;
      }
      return await embedEach(name, chunks, made.error);
    }
    const items = made.value.flatMap((vector, index) => {
      const hash = chunks[index]?.hash;
      return hash === undefined ? [] : [{ hash, vector }];
    });
    await thread?.add(name, items);
    // The machine is its owner's: at most half of it is taken for this.
    await rest(performance.now() - startedAt);
    return true;
  }

  /** After a refusal of all of them together: many servers refuse a batch for its one long text. */
  async function embedEach(
    name: string,
    chunks: readonly Page[],
    reason: string,
  ): Promise<boolean> {
    const [only, ...more] = chunks;
    if (only !== undefined && more.length === 0) {
      unfit.add(keyOf(name, only.hash));
      logger.debug('a text goes without a vector', { model: name, reason });
      return true;
    }
    for (const chunk of chunks) if (!(await embedBatch(name, [chunk]))) return false;
    return true;
  }

  function embed(name: string, texts: readonly string[]): ReturnType<Embedding['embed']> {
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(BATCH_MS)]);
    const short = texts.map((text) => safeSlice(text, MAX_CHARS));
    return embedding.embed(name, short, signal);
  }

  async function rest(ms: number): Promise<void> {
    // Rejects only when it is to end, which who rests looks for himself.
    await sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {});
  }

  async function work(): Promise<void> {
    while (wanted && !ending.signal.aborted) {
      wanted = false;
      const name = await embedding.embedder();
      if (name === undefined) {
        model = undefined;
        return;
      }
      if (name !== model) model = undefined;
      if (await pass(name)) model = name;
    }
  }

  function changed(): void {
    wanted = true;
    if (ending.signal.aborted) return;
    running ??= work()
      .catch((thrown: unknown) => {
        logger.warn('vectors could not be made', { reason: String(thrown) });
      })
      .finally(() => {
        running = undefined;
      });
  }

  // A model may be started, or come back, at any time.
  const timer = setInterval(changed, LOOK_AGAIN_MS);
  timer.unref();

  return {
    async near(question) {
      if (model === undefined || thread === undefined || performance.now() < pausedUntil) {
        return undefined;
      }
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(QUESTION_MS)]);
      const name = model;
      const found = await Promise.race([
        ask(thread, name, question, signal),
        new Promise<undefined>((resolve) => {
          signal.addEventListener('abort', () => resolve(undefined), { once: true });
        }),
      ]);
      if (found === undefined) pausedUntil = performance.now() + PAUSE_MS;
      return found;
    },
    changed,
    async settled() {
      while (running !== undefined) await running;
    },
    async close() {
      clearInterval(timer);
      ending.abort();
      await running;
      await thread?.close();
    },
  };

  async function ask(
    vectors: VectorThread,
    name: string,
    question: string,
    signal: AbortSignal,
  ): Promise<Nearness | undefined> {
    const made = await embedding.embed(name, [safeSlice(question, MAX_CHARS)], signal);
    const vector = made.ok ? made.value[0] : undefined;
    if (vector === undefined) return undefined;
    return new Map(await vectors.nearest(name, vector, NEAREST));
  }
}
