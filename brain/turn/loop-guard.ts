/**
 * Notices a model that goes in circles: the same call with the same result three times in a row, or two
 * such calls in turn, A-B-A-B. First it is told, in the result; if it goes on, the call does not run and
 * the turn's next call is its closing one. Pure: all of it is read off the calls made so far, so that it
 * holds over a restart.
 */
import type { JsonValue } from '../../protocol/index.ts';
import type { ToolOutcome } from '../regions.ts';
import type { ToolCall } from '../shared/model.ts';

type Made = Pick<ToolOutcome, 'tool' | 'args' | 'detail'>;

const TOLD =
  '[You go in circles: this call was made before, with the same result. Do something else, or answer ' +
  'with what you have. If you make it again it will not run and your turn ends.]';
const REFUSED = 'Not run: you go on in circles although you were told. Answer with what you have.';

/** What is said beside the result of the last of `made`, where it completes a circle. */
export function circleNote(made: readonly Made[]): string | undefined {
  return isCircle(made) ? TOLD : undefined;
}

/** Why a call does not run: it goes on with a circle that the model was told of. */
export function refusedCircle(made: readonly Made[], call: ToolCall): string | undefined {
  if (!isCircle(made)) return undefined;
  const next = keyOf({ tool: call.name, args: call.args });
  const expected = isRepeat(made) ? made.at(-1) : made.at(-2);
  return expected !== undefined && keyOf(expected) === next ? REFUSED : undefined;
}

/** The turn is to be brought to its end. */
export function hasCircled(made: readonly Made[]): boolean {
  return made.some(({ detail }) => detail === REFUSED);
}

function isCircle(made: readonly Made[]): boolean {
  return isRepeat(made) || isCycle(made);
}

function isRepeat(made: readonly Made[]): boolean {
  const [a, b, c] = made.slice(-3);
  return same(a, b) && same(b, c);
}

function isCycle(made: readonly Made[]): boolean {
  const [a, b, c, d] = made.slice(-4);
  return same(a, c) && same(b, d) && !same(a, b);
}

function same(a: Made | undefined, b: Made | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return keyOf(a) === keyOf(b) && a.detail === b.detail;
}

function keyOf({ tool, args }: Pick<Made, 'tool' | 'args'>): string {
  return `${tool}\0${stable(args)}`;
}

/** JSON with the keys in order. */
function stable(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${stable(one)}`).join(',')}}`;
}
