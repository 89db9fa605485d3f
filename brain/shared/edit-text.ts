/** Exact replacements in a text. Pure: the diff that is shown and the edit that runs share it. */
import type { JsonObject, JsonValue } from '../../protocol/index.ts';
import { looseMatch } from './loose-match.ts';
import { err, ok, type Result } from './result.ts';
import { withNewlines } from './text-file.ts';

export interface TextEdit {
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll: boolean;
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Both shapes of the `Edit` tool: one replacement, or `edits`. */
export function editsOf(args: JsonObject): Result<readonly TextEdit[]> {
  const single = args.old_string !== undefined || args.new_string !== undefined;
  if (args.edits !== undefined && single) {
    return err('Give either old_string and new_string, or edits, not both.');
  }
  const list: readonly JsonValue[] = Array.isArray(args.edits) ? args.edits : [args];
  if (list.length === 0) return err('edits is empty.');
  const edits: TextEdit[] = [];
  for (const [index, entry] of list.entries()) {
    const where = args.edits === undefined ? '' : `edits[${index}]: `;
    if (!isObject(entry)) return err(`${where}must be an object.`);
    const { old_string: oldString, new_string: newString, replace_all: replaceAll } = entry;
    if (typeof oldString !== 'string' || typeof newString !== 'string') {
      return err(`${where}old_string and new_string are required.`);
    }
    if (oldString === '') {
      return err(`${where}old_string is empty. Use Write to create a file or replace it whole.`);
    }
    if (oldString === newString) return err(`${where}old_string and new_string are the same.`);
    edits.push({ oldString, newString, replaceAll: replaceAll === true });
  }
  return ok(edits);
}

/** Applies all edits in order, or none. */
export function applyEdits(
  text: string,
  edits: readonly TextEdit[],
  newline: '\n' | '\r\n',
): Result<{
  readonly text: string;
  readonly replacements: number;
  /** Those whose old text differed in white space. */
  readonly loose: number;
}> {
  let result = text;
  let replacements = 0;
  let loose = 0;
  for (const [index, edit] of edits.entries()) {
    const where = edits.length === 1 ? '' : `edits[${index}]: `;
    const applied = applyOne(result, edit, newline);
    if (!applied.ok) {
      const rest = edits.length === 1 ? '' : ' None of the edits was applied.';
      return err(`${where}${applied.error}${rest}`);
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
): Result<{ readonly text: string; readonly count: number; readonly loose?: boolean }> {
  const wanted = spelledAsInFile(text, edit.oldString);
  if (wanted === undefined) {
    const place = edit.replaceAll ? undefined : looseMatch(text, edit.oldString);
    const indented = place?.indent(edit.newString);
    if (place === undefined || indented === undefined) {
      return err(`old_string was not found. ${nearest(text, edit.oldString)}`);
    }
    const { start, end } = place;
    const next = text.slice(0, start) + withNewlines(indented, newline) + text.slice(end);
    if (next === text) return err('That is what stands there already.');
    return ok({ text: next, count: 1, loose: true });
  }
  const found = occurrences(text, wanted);
  if (found.length > 1 && !edit.replaceAll) {
    const lines = found.slice(0, 10).map((at) => lineAt(text, at));
    return err(
      `old_string occurs ${found.length} times (lines ${lines.join(', ')}` +
        `${found.length > 10 ? ', ...' : ''}). Add surrounding lines to make it unique, or set replace_all.`,
    );
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
function nearest(text: string, wanted: string): string {
  const squeeze = (line: string): string => line.replace(/\s+/g, ' ').trim();
  const first = wanted
    .split('\n')
    .map(squeeze)
    .find((line) => line !== '');
  const at =
    first === undefined ? -1 : text.split('\n').findIndex((line) => squeeze(line).includes(first));
  return at === -1
    ? 'Read the file again and copy the text exactly.'
    : `Line ${at + 1} is similar but differs, perhaps only in white space. ` +
        'Read it again and copy the text exactly, without line numbers.';
}
