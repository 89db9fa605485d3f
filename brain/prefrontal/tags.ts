/** The XML-like tags of the prompt, and what keeps included text inside of its own. */

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

const special = /[\r\n\t&"<>]/;

/** A value between double quotes. */
export function attribute(value: string): string {
  if (!special.test(value)) return value;
  return value
    .replace(/[\r\n\t]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
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
