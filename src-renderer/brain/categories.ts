/** The categories in the order of the prompt; the protocol's table would bring its validator along. */
import type { Budget, BudgetCategory } from '../../protocol/index.ts';

export const budgetCategories: readonly BudgetCategory[] = [
  'identity',
  'prefrontal',
  'memory',
  'skills',
  'history',
];
export type { Budget };
