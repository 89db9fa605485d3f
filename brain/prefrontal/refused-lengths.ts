/**
 * What providers refused as too long. Some serve a model with a smaller window than is known of it;
 * without this, each turn of a long conversation would first be refused, then folded for that one
 * call, and be sent whole again by the next turn.
 */
import type { ModelTarget } from '../shared/model.ts';

export interface RefusedLengths {
  /** The target with a window into which nothing fits that is nearly as long as what was refused. */
  within(target: ModelTarget): ModelTarget;
  /** `inputTokens`: what the refused request cost by our best knowledge. */
  learn(target: ModelTarget, inputTokens: number): void;
}

/** A refusal says that it was too much, not how much would do. */
const STEP = 0.7;
/** Nothing works in less; then the refusal was about something else. */
const SMALLEST_WINDOW = 2_000;
/** The answer's reserve is at most a third of what is left for the request. */
const RESERVE_OF_INPUT = 1 / 3;

export function createRefusedLengths(): RefusedLengths {
  const windows = new Map<string, number>();
  const keyOf = ({ provider, model }: ModelTarget): string => `${model}@${provider}`;
  return {
    within(target) {
      const contextWindow = windows.get(keyOf(target));
      return contextWindow === undefined || contextWindow >= target.contextWindow
        ? target
        : { ...target, contextWindow };
    },
    learn(target, inputTokens) {
      const input = inputTokens * STEP;
      const reserve = Math.min(target.maxOutputTokens, input * RESERVE_OF_INPUT);
      const window = Math.max(SMALLEST_WINDOW, Math.floor(input + reserve));
      windows.set(keyOf(target), Math.min(window, windows.get(keyOf(target)) ?? window));
    },
  };
}
