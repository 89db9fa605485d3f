/** What became of the candidates that were chosen: sent, there already, or superseding. */
import type { CandidateSummary } from '../../protocol/index.ts';
import type { FillResult, InjectedChunk, ScoredCandidate } from '../regions.ts';
import type { Visible } from './history.ts';

export interface Chosen {
  /** What has to be sent. `supersedes`: an older text of the same place is still to be seen. */
  readonly fresh: readonly { readonly candidate: ScoredCandidate; readonly supersedes: boolean }[];
  readonly injected: readonly InjectedChunk[];
  readonly included: readonly CandidateSummary[];
  readonly dropped: readonly CandidateSummary[];
}

/** What one category puts into the `<context>`, and what it cost. */
export interface Filled<Part> extends Omit<Chosen, 'fresh'> {
  readonly parts: readonly Part[];
  readonly used: number;
}

export const ALREADY_THERE = 'already in the conversation';

export function chosenOf(filled: FillResult, visible: Visible): Chosen {
  const fresh: Chosen['fresh'][number][] = [];
  const injected: InjectedChunk[] = [];
  const included: CandidateSummary[] = [];
  for (const candidate of filled.included) {
    const { path, heading, hash, tokens } = candidate;
    if (visible.has(path, hash)) {
      included.push(summaryOf(candidate, ALREADY_THERE));
      continue;
    }
    // Exchanges never change; two of them may well begin with the same words.
    const supersedes = candidate.source !== 'sessions' && visible.hasOlder(path, heading, hash);
    fresh.push({ candidate, supersedes });
    injected.push({ path, heading, hash, tokens });
    included.push(summaryOf(candidate, reasonOf(candidate, supersedes)));
  }
  const dropped = filled.dropped.map(({ candidate, reason }) => summaryOf(candidate, reason));
  return { fresh, injected, included, dropped };
}

function reasonOf(
  candidate: { readonly trimmed?: boolean },
  supersedes: boolean,
): string | undefined {
  if (candidate.trimmed === true) return 'trimmed';
  return supersedes ? 'changed since it was last shown' : undefined;
}

function summaryOf(candidate: ScoredCandidate, reason: string | undefined): CandidateSummary {
  const { path, heading, category, score, tokens } = candidate;
  return { path, heading, category, score, tokens, ...(reason === undefined ? {} : { reason }) };
}
