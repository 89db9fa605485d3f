/** The XML-like tags of the prompt, and what keeps included text inside of its own. */
import { attribute } from '../shared/attribute.ts';

const names = [
  'identity',
  'instructions',
  'skills',
  'skill',
  'context',
  'memory',
  'runtime',
  'source',
  'summary',
].join('|');
const closing = new RegExp(`<(\\s*)/(\\s*)(?=(?:${names})\\b)`, 'giu');

/** Escapes our closing tags, so that no file can leave its place in the prompt. */
export function escapeTags(text: string): string {
  return text.includes('<') ? text.replace(closing, '<$1\\/$2') : text;
}

/** `<source path="...">` with any text in it. */
export function sourceTag(
  attributes: Readonly<Record<string, string | undefined>>,
  text: string,
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}="${attribute(value ?? '')}"`)
    .join('');
  return `<source${written}>\n${escapeTags(text)}\n</source>`;
}
