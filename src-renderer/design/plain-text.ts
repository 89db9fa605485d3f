/**
 * Markdown as one line of plain words, for excerpts: what only makes sense as a whole (a table's
 * lines, a fence) goes, what was said stays. Code keeps its stars and underscores.
 */
export function plainText(markdown: string): string {
  return (
    markdown
      .split(/(`+[^`]+`+)/)
      .map((part) => (part.startsWith('`') ? part : withoutMarks(part)))
      .join('')
      .replace(/`{3,}\w*|`/g, '')
      // The line below a table's head, then the bars between its cells.
      .replace(/\|?(?:\s*:?-{3,}:?\s*\|)+(?:\s*:?-{3,}:?)?/g, ' ')
      .replace(/\s\|(?=\s|$)|^\||(?<=…)\|/g, ' · ')
      .replace(/\s+/g, ' ')
      .replace(/(?:· )+(?=·)/g, '')
      .replace(/([:.…]) ·/g, '$1')
      .replace(/^[\s·]+|[\s·]+$/g, '')
  );
}

function withoutMarks(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/(^|\s)#{1,6}\s+/g, '$1')
    .replace(/(^|\n)\s*(?:[-*+]|>)\s+/g, '$1')
    .replace(/\*\*(?=\S)|(?<=\S)\*\*|~~/g, '')
    .replace(/(?<![\w*])\*(\S(?:[^*\n]*\S)?)\*(?![\w*])/g, '$1')
    .replace(/(?<!\w)_(?!_)(\S(?:[^_\n]*\S)?)_(?!\w)/g, '$1');
}
