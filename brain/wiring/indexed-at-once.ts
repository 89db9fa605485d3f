import type { Knowledge } from '../regions.ts';

/** A fact that has changed is found as it is now in the very next call. */
export function indexedAtOnce(
  knowledge: Knowledge,
  refresh: (files: readonly string[]) => Promise<void>,
): Knowledge {
  return {
    ...knowledge,
    async remember(fact) {
      const written = await knowledge.remember(fact);
      if (written.ok) await refresh([written.value.path]);
      return written;
    },
    async correct(change) {
      const changed = await knowledge.correct(change);
      if (changed.ok) await refresh([changed.value.path]);
      return changed;
    },
    async forget(what) {
      const gone = await knowledge.forget(what);
      if (gone.ok) await refresh(gone.value.map(({ path }) => path));
      return gone;
    },
  };
}
