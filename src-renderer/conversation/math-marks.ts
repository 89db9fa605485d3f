/**
 * Finds math the way models write it: `$x$`, `$$x$$`, `\(x\)`, `\[x\]`. Code is left alone, and so
 * are sums of money: a dollar opens only before a letter or sign, and closes only after one.
 */

/** Stands before the formula of one that gets a line of its own. */
const displayMark = '\u{e000}';

/** Longer blocks are not looked through. */
const longestBlock = 20_000;

const code = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g;
const formula =
  /\\\[([\s\S]{1,2000}?)\\\]|\\\(([\s\S]{1,2000}?)\\\)|\$\$([\s\S]{1,2000}?)\$\$|(?<![\\$\w])\$(?![\s$])((?:\\.|[^$\\\n]){1,500}?)(?<![\s\\])\$(?![\w$])/g;

/** The markdown with every formula between double dollars; undefined where there is none. */
export function withMathMarks(markdown: string): string | undefined {
  if (markdown.length > longestBlock || !/\$|\\[([]/.test(markdown)) return undefined;
  let found = false;
  const outside = (text: string): string =>
    text.replace(formula, (_whole, bracket, paren, double, single) => {
      found = true;
      const isDisplay = bracket !== undefined || double !== undefined;
      const tex = String(bracket ?? paren ?? double ?? single).trim();
      return `$$${isDisplay ? displayMark : ''}${tex.replaceAll('\n', ' ')}$$`;
    });
  let result = '';
  let end = 0;
  for (const match of markdown.matchAll(code)) {
    result += outside(markdown.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  result += outside(markdown.slice(end));
  return found ? result : undefined;
}

export interface Formula {
  readonly tex: string;
  readonly display: boolean;
}

/** What a marked formula says. */
export function formulaOf(marked: string): Formula {
  return marked.startsWith(displayMark)
    ? { tex: marked.slice(displayMark.length), display: true }
    : { tex: marked, display: false };
}
