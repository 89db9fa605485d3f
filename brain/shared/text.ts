/** Small text helpers that more than one region needs. */

/** One line: runs of white space become one space, ends trimmed. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** So many times `max` characters are looked at: white space may be that much of a text. */
const MAX_SPACE = 50;

/** At most `max` characters on one line, cut with an ellipsis; never inside a surrogate pair. */
export function clip(text: string, max: number): string {
  // Nobody looks at ten megabytes for the sake of one line.
  const looked = text.length > max * MAX_SPACE ? safeSlice(text, max * MAX_SPACE) : text;
  const line = oneLine(looked);
  if (line.length <= max && looked.length === text.length) return line;
  return `${safeSlice(line, max - 1).trimEnd()}…`;
}

/** The same for what is read as a name: it ends with a whole word, where words have spaces between them. */
export function clipAtWord(text: string, max: number): string {
  const clipped = clip(text, max);
  const line = oneLine(safeSlice(text, max * MAX_SPACE));
  if (line === clipped) return clipped;
  const kept = clipped.slice(0, -1);
  const space = kept.lastIndexOf(' ');
  // A word that fills most of the line is no reason to say nothing.
  const isCut = space > max / 2 && !line.startsWith(`${kept} `);
  return `${(isCut ? kept.slice(0, space) : kept).replace(/[\s.,;:(–-]+$/u, '')}…`;
}

/** The first `max` UTF-16 units of `text`, one less where a surrogate pair would be split. */
export function safeSlice(text: string, max: number): string {
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}
