import matter from 'gray-matter';
import { err, messageOf, ok, type Result } from './result.ts';
import { type Sentence, say, verbatim } from './say.ts';

export interface FrontMatter {
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export interface FrontMatterError {
  readonly line?: number;
  readonly reason: Sentence;
}

function refuse(): never {
  throw new Error('only YAML front matter is allowed');
}

/**
 * Splits YAML front matter from a markdown text. Other languages are refused: gray-matter would
 * run `---js`. It also returns stale empty data for a text that failed before, unless every call
 * passes an options object of its own.
 */
export function parseFrontMatter(text: string): Result<FrontMatter, FrontMatterError> {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const language = /^---[ \t]*([^\s-][^\r\n]*)/.exec(source)?.[1]?.trim().toLowerCase();
  if (language !== undefined && language !== 'yaml' && language !== 'yml') {
    return err({
      line: 1,
      reason: say('front.language', { language }),
    });
  }
  try {
    const parsed = matter(source, {
      language: 'yaml',
      engines: { javascript: refuse, js: refuse, json: refuse, coffee: refuse, toml: refuse },
    });
    const data: unknown = parsed.data;
    if (typeof data !== 'object' || data === null || Array.isArray(data)) {
      return err({ line: 1, reason: say('front.map') });
    }
    if (isTooLarge(data)) {
      return err({
        line: 1,
        reason: say('front.tooLarge'),
      });
    }
    return ok({ data: data as Record<string, unknown>, body: parsed.content });
  } catch (thrown) {
    const line = lineOf(thrown);
    const [first = 'YAML'] = messageOf(thrown).split('\n');
    if (line === undefined) return err({ reason: verbatim(first) });
    // js-yaml counts from nought and begins with what is left of the line of the opening fence. Its own
    // words about the place are not needed twice.
    return err({
      line: line + 1,
      reason: verbatim(first.replace(/ at line \d+, column \d+:?$/, '')),
    });
  }
}

/** More than any real front matter has; ten aliases of aliases are already a thousand million. */
const MAX_VALUES = 50_000;

/** Counts what a walk through the data would meet, and so also ends where it refers to itself. */
function isTooLarge(data: object): boolean {
  const waiting: unknown[] = [data];
  for (let met = 0; waiting.length > 0; met += 1) {
    if (met + waiting.length > MAX_VALUES) return true;
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value)) waiting.push(inner);
  }
  return false;
}

function lineOf(thrown: unknown): number | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('mark' in thrown)) return undefined;
  const { mark } = thrown;
  if (typeof mark !== 'object' || mark === null || !('line' in mark)) return undefined;
  return typeof mark.line === 'number' ? mark.line : undefined;
}

/**
 * Removes HTML comments: they are for humans and never sent to a model. Code fences keep theirs.
 * `keepLines` leaves the line breaks of a removed comment, so that line numbers stay true.
 */
export function stripComments(markdown: string, options?: { readonly keepLines: boolean }): string {
  if (!markdown.includes('<!--')) return markdown;
  const remove = (comment: string): string =>
    options?.keepLines === true ? comment.replace(/[^\n]/g, '') : '';
  const parts = markdown.split(/^(```[\s\S]*?^```[ \t]*$|~~~[\s\S]*?^~~~[ \t]*$)/m);
  return parts
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/<!--[\s\S]*?(?:-->|$)/g, remove)))
    .join('');
}
