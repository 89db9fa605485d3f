import type { MemorySource } from '../../protocol/index.ts';
import type { CortexHit } from '../regions.ts';
import { isoLocal } from '../shared/time.ts';
import type { Scorable, Shown } from './reader.ts';
import { snippetOf } from './snippet.ts';

/**
 * What only a window shows of a hit is made when it is asked for: the context builder takes 200 of
 * them and shows none of it.
 */
export class Hit implements CortexHit {
  readonly path: string;
  readonly heading: string;
  readonly source: MemorySource;
  readonly score: number;
  readonly text: string;
  readonly hash: string;
  readonly tokens: number;
  readonly modified: Date;
  readonly turnId?: string;
  readonly #marks: readonly string[];
  #snippet: string | undefined;

  constructor(shown: Shown, chunk: Scorable, score: number, marks: readonly string[]) {
    this.path = shown.path;
    this.heading = shown.heading;
    this.source = chunk.source;
    this.score = Math.round(score * 10_000) / 10_000;
    this.text = shown.text;
    this.hash = shown.hash;
    this.tokens = shown.tokens;
    this.modified = new Date(chunk.at);
    if (chunk.turn !== '') this.turnId = chunk.turn;
    this.#marks = marks;
  }

  get snippet(): string {
    this.#snippet ??= snippetOf(this.text, this.#marks);
    return this.#snippet;
  }

  get at(): string {
    return isoLocal(this.modified);
  }
}
