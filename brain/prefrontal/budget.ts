/**
 * The arithmetic of the context budget, in tokens. Pure.
 *
 * B is what the window leaves after the answer's reserve and the tool schemas, at most
 * `budgetTokens` (64,000). Each category has its share of B, bounded by its cap in the settings.
 * History gets what the caps of the other four leave. All of that is fixed before anything is
 * read; only the caps of memory and skills may grow afterwards by what was left before them.
 */
import {
  type Budget,
  type BudgetCategory,
  type BudgetLine,
  budgetCategories,
  type ContextConfig,
} from '../../protocol/index.ts';
import type { ModelTarget } from '../shared/model.ts';

const DEFAULT_BUDGET_TOKENS = 64_000;
/** The answer may reserve at most this part of the window. */
const RESERVE_PART = 0.25;

export type CappedCategory = Exclude<BudgetCategory, 'history'>;
export const cappedCategories = ['identity', 'prefrontal', 'memory', 'skills'] as const;

export type Allowance = Required<Pick<BudgetLine, 'cap' | 'share' | 'decidedBy'>> &
  Pick<BudgetLine, 'bound'>;
export type BudgetPlan = Readonly<Record<BudgetCategory, Allowance>> & { readonly total: number };

export function planBudget(
  target: Pick<ModelTarget, 'contextWindow' | 'maxOutputTokens'>,
  toolTokens: number,
  settings: ContextConfig,
): BudgetPlan {
  const total = totalBudget(target, toolTokens, settings.budgetTokens);
  // Shares that add up to more than everything are scaled down together.
  const sum = budgetCategories.reduce((all, name) => all + settings.shares[name], 0);
  const scale = sum > 1 ? 1 / sum : 1;
  const shareOf = (name: BudgetCategory): number =>
    Math.floor(total * settings.shares[name] * scale);
  const allowance = (name: CappedCategory): Allowance => {
    const share = shareOf(name);
    const bound = settings.caps[name];
    if (bound === 0) return { cap: share, share, decidedBy: 'share' };
    return bound < share
      ? { cap: bound, share, bound, decidedBy: 'bound' }
      : { cap: share, share, bound, decidedBy: 'share' };
  };
  const identity = allowance('identity');
  const prefrontal = allowance('prefrontal');
  const memory = allowance('memory');
  const skills = allowance('skills');
  const rest = total - identity.cap - prefrontal.cap - memory.cap - skills.cap;
  const share = shareOf('history');
  const history: Allowance =
    rest > share
      ? { cap: rest, share, decidedBy: 'rest' }
      : { cap: share, share, decidedBy: 'share' };
  return { total, identity, prefrontal, memory, skills, history };
}

/** Tokens of the window that are kept for the answer. */
export function outputReserve(
  target: Pick<ModelTarget, 'contextWindow' | 'maxOutputTokens'>,
): number {
  return Math.min(target.maxOutputTokens, Math.floor(target.contextWindow * RESERVE_PART));
}

function totalBudget(
  target: Pick<ModelTarget, 'contextWindow' | 'maxOutputTokens'>,
  toolTokens: number,
  budgetTokens: number,
): number {
  const room = target.contextWindow - outputReserve(target) - toolTokens;
  const wanted = budgetTokens === 0 ? DEFAULT_BUDGET_TOKENS : budgetTokens;
  return Math.max(0, Math.min(room, wanted));
}

/** An allowance that what others left has made larger, never above its bound. */
export function raise(allowance: Allowance, left: number): Allowance {
  const wanted = allowance.cap + Math.max(0, left);
  if (wanted === allowance.cap) return allowance;
  const { bound } = allowance;
  if (bound !== undefined && wanted >= bound) {
    return { ...allowance, cap: Math.max(allowance.cap, bound), decidedBy: 'bound' };
  }
  return { ...allowance, cap: wanted, decidedBy: 'rest' };
}

export function budgetOf(
  lines: Readonly<Record<BudgetCategory, { readonly allowance: Allowance; readonly used: number }>>,
): Budget {
  const line = (name: BudgetCategory): BudgetLine => {
    const { allowance, used } = lines[name];
    return {
      cap: allowance.cap,
      used,
      share: allowance.share,
      ...(allowance.bound === undefined ? {} : { bound: allowance.bound }),
      decidedBy: allowance.decidedBy,
    };
  };
  return {
    identity: line('identity'),
    prefrontal: line('prefrontal'),
    memory: line('memory'),
    skills: line('skills'),
    history: line('history'),
  };
}
