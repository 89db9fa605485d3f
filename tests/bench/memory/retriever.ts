/** What is compared: anything that finds units for a question. */
import type { Question, World } from './corpus.ts';

export type Asked = Pick<Question, 'text' | 'askedAt'>;

export interface Retriever {
  readonly name: string;
  /** Takes in a world; called once. */
  index(world: World): Promise<void>;
  /** Ids of the best `k` distinct units, best first. */
  search(asked: Asked, k: number): Promise<readonly string[]>;
  /** Ids of the units that would be in a prompt with this much room for memory, whole. */
  fill(asked: Asked, budgetTokens: number): Promise<readonly string[]>;
  close(): Promise<void>;
}
