/** Where a text stands in a conversation: in its messages and answers, as a reader sees them. */
import type { SessionState, TurnState } from '../hippocampus/session-state.ts';

export interface TurnWith {
  readonly turnId: string;
  /** How often it stands in it. */
  readonly count: number;
}

export function turnsWith(state: SessionState, text: string): TurnWith[] {
  const wanted = text.toLowerCase();
  return [...state.turns.values()].flatMap((turn) => {
    const count = shownTexts(turn).reduce((sum, shown) => sum + countOf(shown, wanted), 0);
    return count === 0 ? [] : [{ turnId: turn.turnId, count }];
  });
}

function shownTexts(turn: TurnState): readonly string[] {
  const said = [...turn.streams.values()].filter(({ of }) => of === 'delta');
  const content = turn.events.find((event) => event.type === 'content');
  const last = content?.type === 'content' ? content.text : '';
  // The answer's text is streamed, too, but for what never was (a reflex, a turn that ended at once).
  const isStreamed = said.some((stream) => stream.text.includes(last));
  return [turn.request.text, ...said.map((stream) => stream.text), ...(isStreamed ? [] : [last])];
}

function countOf(text: string, wanted: string): number {
  const lower = text.toLowerCase();
  let count = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    count += 1;
  }
  return count;
}
