/** Exact replacements in a text. Pure: the diff that is shown and the edit that runs share it. */
import type { JsonObject, JsonValue } from '../../protocol/index.ts';
import { looseMatch } from './loose-match.ts';
import { err, ok, type Result } from './result.ts';
import { type Sentence, say } from './say.ts';
import { withNewlines } from './text-file.ts';

export interface TextEdit {
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll: boolean;
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Both shapes of the `Edit` tool: one replacement, or `edits`. */
export function editsOf(args: JsonObject): Result<readonly TextEdit[], Sentence> {
  const single = args.old_string !== undefined || args.new_string !== undefined;
  if (args.edits !== undefined && single) {
    return err(say('edit.notBoth'));
  }
  const list: readonly JsonValue[] = Array.isArray(args.edits) ? args.edits : [args];
  if (list.length === 0) return err(say('edit.none'));
  const edits: TextEdit[] = [];
  for (const [index, entry] of list.entries()) {
    const wrong = (why: Sentence) =>
      err(args.edits === undefined ? why : say('edit.at', { place: `edits[${index}]`, why }));
    if (!isObject(entry)) return wrong(say('edit.notObject'));
    const { old_string: oldString, new_string: newString, replace_all: replaceAll } = entry;
    if (typeof oldString !== 'string' || typeof newString !== 'string') {
      return wrong(say('edit.required'));
    }
    if (oldString === '') {
      return wrong(say('edit.emptyOld'));
    }
    if (oldString === newString) return wrong(say('edit.same'));
    edits.push({ oldString, newString, replaceAll: replaceAll === true });
  }
  return ok(edits);
}

interface AppliedEdits {
  readonly text: string;
  readonly replacements: number;
  /** Those whose old text differed in white space. */
  readonly loose: number;
}

/** Applies all edits in order, or none. */
export function applyEdits(
  text: string,
  edits: readonly TextEdit[],
  newline: '\n' | '\r\n',
): Result<AppliedEdits, Sentence> {
  let result = text;
  let replacements = 0;
  let loose = 0;
  for (const [index, edit] of edits.entries()) {
    const applied = applyOne(result, edit, newline);
    if (!applied.ok) {
      if (edits.length === 1) return applied;
      const why = say('edit.at', { place: `edits[${index}]`, why: applied.error });
      return err(say('edit.noneApplied', { why }));
    }
    result = applied.value.text;
    replacements += applied.value.count;
    if (applied.value.loose === true) loose += 1;
  }
  return ok({ text: result, replacements, loose });
}

function applyOne(
  text: string,
  edit: TextEdit,
  newline: '\n' | '\r\n',
): Result<{ readonly text: string; readonly count: number; readonly loose?: boolean }, Sentence> {
  const wanted = spelledAsInFile(text, edit.oldString);
  if (wanted === undefined) {
    const place = edit.replaceAll ? undefined : looseMatch(text, edit.oldString);
    const indented = place?.indent(edit.newString);
    if (place === undefined || indented === undefined) {
      return err(say('edit.notFound', { hint: nearest(text, edit.oldString) }));
    }
    const { start, end } = place;
    const next = text.slice(0, start) + withNewlines(indented, newline) + text.slice(end);
    if (next === text) return err(say('edit.thereAlready'));
    return ok({ text: next, count: 1, loose: true });
  }
  const found = occurrences(text, wanted);
  if (found.length > 1 && !edit.replaceAll) {
    const lines = found.slice(0, 10).map((at) => lineAt(text, at));
    const shown = `${lines.join(', ')}${found.length > 10 ? ', ...' : ''}`;
    return err(say('edit.severalTimes', { times: found.length, lines: shown }));
  }
  const replacement = withNewlines(edit.newString, newline);
  // Not String.replace: `$&` in the new text is just text.
  return ok({ text: text.split(wanted).join(replacement), count: found.length });
}

/** Models send `\n`; the file may have `\r\n` there, or the other way round. */
function spelledAsInFile(text: string, wanted: string): string | undefined {
  const unix = wanted.replaceAll('\r\n', '\n');
  return [wanted, unix, unix.replaceAll('\n', '\r\n')].find((spelling) => text.includes(spelling));
}

function occurrences(text: string, wanted: string): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    found.push(at);
  }
  return found;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}

/** Where the first line of the wanted text stands with other white space, if anywhere. */
function nearest(text: string, wanted: string): Sentence {
  const squeeze = (line: string): string => line.replace(/\s+/g, ' ').trim();
  const first = wanted
    .split('\n')
    .map(squeeze)
    .find((line) => line !== '');
  const at =
    first === undefined ? -1 : text.split('\n').findIndex((line) => squeeze(line).includes(first));
  return at === -1 ? say('edit.readAgain') : say('edit.similarLine', { line: at + 1 });
}
