/** Tool results as markdown that a person can read. */

/** The bare output: without the fence that marks it as data, with matches set in bold. */
export function plainOutput(output: string): string {
  const fenced = /^\s*<(\w[\w-]*)(?:\s[^>]*)?>\n?([\s\S]*?)\n?<\/\1>\s*$/.exec(output);
  const inner = fenced?.[2] ?? output;
  return inner.replaceAll('\u0001', '**').replaceAll('\u0002', '**').trim();
}

/** Tools say in words that they found nothing. */
export function foundNothing(output: string): boolean {
  const plain = plainOutput(output);
  return (
    plain === '' ||
    (plain.length < 240 && /^(?:no|nothing|0)\b[^\n]*$/i.test(plain) && !plain.includes('|'))
  );
}

/** A code block whose fence is longer than any inside it. */
export function codeBlock(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

export function languageOfFile(path: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}
