/** What is done behind the turns' backs: half-done forgetting, and the weeks that are over. */
import { createConsolidation } from '../hippocampus/index.ts';
import type { Corpus, Forgetting, Knowledge, Spending } from '../regions.ts';
import { isPrivateSession } from '../shared/ids.ts';
import type { CommonDeps } from './common-deps.ts';

export interface KeepTidyDeps extends CommonDeps {
  readonly knowledge: Knowledge;
  readonly forgetting: Forgetting;
  readonly corpus: Corpus;
  readonly spending: Spending;
  /** Told the absolute paths of what was written. */
  readonly onWritten: (files: readonly string[]) => Promise<void>;
}

export function keepTidy(deps: KeepTidyDeps): { settled(): Promise<void> } {
  const { forgetting, spending } = deps;
  const consolidation = createConsolidation({
    ...deps,
    async modelCalls(from, to) {
      const calls = new Map<string, number>();
      const query = { from, to, without: isPrivateSession };
      for (const { model, provider, calls: count } of await spending.totals(query)) {
        const name = `${model}@${provider}`;
        calls.set(name, (calls.get(name) ?? 0) + count);
      }
      return calls;
    },
  });
  let behind = forgetting.start().then(consolidation.catchUp);
  deps.corpus.on('turn.ended', () => {
    behind = behind.then(forgetting.turnEnded).then(consolidation.catchUp);
  });
  return {
    async settled() {
      await behind;
      await forgetting.settled();
    },
  };
}
