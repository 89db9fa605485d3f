/** What a tool call says in one line. */
import type { EventOf, JsonValue } from '../../protocol/index.ts';
import type { I18n } from '../i18n/index.ts';

/** `mcp__server__tool` is the name that models and rules have; for people it is a tool of a server. */
export function toolName(name: string): string {
  const of = ofServer(name);
  return of === undefined ? name : `${of.tool} · ${of.server}`;
}

/** As rules have a server's tool; undefined where it is called the same everywhere. */
export function nameInRules(name: string): string | undefined {
  const of = ofServer(name);
  return of && `mcp.${of.server}.${of.tool}`;
}

function ofServer(name: string): { readonly server: string; readonly tool: string } | undefined {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  return server === undefined || tool === undefined ? undefined : { server, tool };
}

/** The output, with what the program itself says in it in the window's language. */
export function outputWords(result: EventOf<'tool_result'>, { told }: I18n): string {
  const { output, footer } = result;
  if (footer === undefined || !output.endsWith(footer.text)) return told(result, 'output');
  return output.slice(0, output.length - footer.text.length) + told(footer, 'text');
}

/** The argument that tells most, by tool families' common parameter names. */
const telling = [
  'command',
  'file_path',
  'pattern',
  'query',
  'fact',
  'path',
  'url',
  'name',
  'text',
] as const;

export function toolSubject(args: JsonValue): string {
  if (typeof args === 'string') return oneLine(args);
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return '';
  const entries = Object.entries(args);
  const main = telling.find((key) => typeof (args as Record<string, JsonValue>)[key] === 'string');
  const first = main ?? entries.find(([, value]) => typeof value === 'string')?.[0];
  const listed = listedSubject(args as Record<string, JsonValue>);
  if (listed !== undefined) return listed;
  if (first === undefined) return entries.length === 0 ? '' : oneLine(JSON.stringify(args));
  const subject = oneLine(String((args as Record<string, JsonValue>)[first]));
  const place = (args as Record<string, JsonValue>).path;
  return first !== 'path' && typeof place === 'string' && place !== ''
    ? `${subject} · ${place}`
    : subject;
}

/** Lists say what they are about: the questions asked, the step that is being done. */
function listedSubject({ questions, todos }: Record<string, JsonValue>): string | undefined {
  if (Array.isArray(questions)) return oneLine(textsOf(questions, 'question').join(' · '));
  if (!Array.isArray(todos)) return undefined;
  const current = todos.filter((todo) => fieldOf(todo, 'status') === 'in_progress');
  return oneLine(textsOf(current.length > 0 ? current : todos, 'content').join(' · '));
}

function fieldOf(value: JsonValue, key: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return (value as Record<string, JsonValue>)[key];
}

function textsOf(list: readonly JsonValue[], key: string): readonly string[] {
  return list.map((one) => fieldOf(one, key)).filter((text) => typeof text === 'string');
}

export interface DiffLine {
  /** Its place in the diff. */
  readonly at: number;
  readonly kind: 'add' | 'remove' | 'hunk' | 'same';
  readonly text: string;
}

/** Reads a unified diff; file headers are left out, since the card names the file. */
export function parseDiff(diff: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let inHunk = false;
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    if (line.startsWith('@@')) {
      inHunk = true;
      lines.push({ at: lines.length, kind: 'hunk', text: line });
    } else if (!inHunk || line.startsWith('\\')) {
      // Headers before the first hunk, or "no newline at end of file".
    } else if (line.startsWith('+')) {
      lines.push({ at: lines.length, kind: 'add', text: line.slice(1) });
    } else if (line.startsWith('-')) {
      lines.push({ at: lines.length, kind: 'remove', text: line.slice(1) });
    } else {
      lines.push({ at: lines.length, kind: 'same', text: line.slice(1) });
    }
  }
  return lines;
}

/** The change an edit asks for, where no diff came with it. */
export function editLines(args: JsonValue): readonly DiffLine[] {
  return changedLines(args).map((line, at) => ({ at, ...line }));
}

function changedLines(args: JsonValue): readonly Omit<DiffLine, 'at'>[] {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return [];
  const { old_string, new_string, edits } = args as Record<string, JsonValue>;
  if (typeof old_string === 'string' && typeof new_string === 'string') {
    return [...mark('remove', old_string), ...mark('add', new_string)];
  }
  return Array.isArray(edits) ? edits.flatMap((edit: JsonValue) => changedLines(edit)) : [];
}

function mark(kind: 'add' | 'remove', text: string): Omit<DiffLine, 'at'>[] {
  return text === '' ? [] : text.split('\n').map((line) => ({ kind, text: line }));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 240);
}
