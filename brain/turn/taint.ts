/** Which results of tools bring text from elsewhere into a conversation, and what it has read so far. */
import type { ContentOrigin } from '../../protocol/index.ts';
import type { SessionState, TurnState } from '../hippocampus/session-state.ts';
import type { HistoryEntry, ToolResult, TurnRef, Verdict } from '../regions.ts';
import { mergedOrigins } from '../shared/origins.ts';
import type { Regions } from './turn.ts';

/** Of what is in the context now: text that has left it does not count any more. */
export function taintIn(history: readonly HistoryEntry[]): readonly ContentOrigin[] {
  return mergedOrigins(...history.map(({ taint }) => taint));
}

export function taintOfSession(regions: Regions, sessionId: string): readonly ContentOrigin[] {
  return taintIn(regions.hippocampus.sessions.loaded(sessionId)?.history ?? []);
}

/** The origins that make this result untrusted; none where it is the owner's or the mind's own. */
export function taintOfResult(
  regions: Regions,
  ref: TurnRef,
  { origin, ok, taint = [] }: ToolResult,
  verdict: Verdict | undefined,
): readonly ContentOrigin[] {
  if (origin === undefined) return taint;
  const session = regions.hippocampus.sessions.loaded(ref.sessionId);
  switch (origin.kind) {
    case 'own':
      return taint;
    case 'web':
    case 'mcp':
      return mergedOrigins([origin], taint);
    case 'command': {
      const folder = session?.meta.workingDir ?? '';
      const clean = verdict?.readsElsewhere === false && regions.isTrusted(folder);
      return clean ? taint : mergedOrigins([origin], taint);
    }
    case 'file': {
      // A failure says that there was nothing to read.
      if (!ok || regions.isTrusted(origin.name)) return taint;
      return mergedOrigins(keptOutput(session, origin.name) ?? [origin], taint);
    }
  }
}

/** A file that holds the whole output of one of this session's calls is as that output was. */
function keptOutput(
  session: SessionState | undefined,
  path: string,
): readonly ContentOrigin[] | undefined {
  for (const turn of session?.turns.values() ?? []) {
    for (const event of turn.events) {
      if (event.type !== 'tool_result' || event.fullOutputPath !== path) continue;
      return event.taint ?? [];
    }
  }
  return undefined;
}

/** The turn has not told yet that it saw this. */
export function untold(
  turn: Pick<TurnState, 'events'> | undefined,
  origins: readonly ContentOrigin[],
): boolean {
  const told = turn?.events.findLast((event) => event.type === 'taint');
  const before = told?.type === 'taint' ? told.origins : [];
  return mergedOrigins(before, origins).length > before.length;
}
