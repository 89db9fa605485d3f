/**
 * Server-sent events without what no reader of JSON can take: heartbeats in words, empty data, `null`.
 * The SDKs would throw away the whole answer because of one of them.
 */

/** A line of data that begins as no object and no list (`[DONE]` does). */
const odd = /(?:^|[\r\n])data:(?![ \t]*[{[])/;
const blankAtEnd = /(?:\n\n|\r\r|\n\r\n)$/;
const oneLine = /[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g;

/** Takes whole lines and gives them back, most of the time as they are. */
export function createEventLines(): (lines: Uint8Array) => Uint8Array {
  /** What the current event has so far. */
  let data: 'none' | 'json' | 'dropped' = 'none';
  let afterCr = false;

  function line(text: string): string {
    if (text === '\n' || text === '\r' || text === '\r\n') {
      const event = data === 'dropped' ? `data: {}${text}${text}` : text;
      data = 'none';
      return event;
    }
    if (!text.startsWith('data:') || data === 'json') return text;
    data = odd.test(text) ? 'dropped' : 'json';
    return data === 'json' ? text : '';
  }

  return (lines) => {
    // One character per byte: what stands between is not looked at.
    const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length).toString('latin1');
    // A line end of two characters may be torn.
    const start = afterCr && text.startsWith('\n') ? 1 : 0;
    afterCr = text.endsWith('\r');
    // Nearly always: whole events.
    if (data === 'none' && !odd.test(text) && blankAtEnd.test(text.slice(-3))) return lines;
    const rest = text.slice(start).match(oneLine) ?? [];
    return Buffer.from(text.slice(0, start) + rest.map(line).join(''), 'latin1');
  };
}
