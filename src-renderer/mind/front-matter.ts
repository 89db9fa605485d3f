export interface MarkdownParts {
  /** Without the lines around it; undefined where there is none. */
  readonly front: string | undefined;
  /** Without the comments, which are for whoever edits the file. */
  readonly body: string;
}

export function markdownParts(text: string): MarkdownParts {
  const found = /^\uFEFF?---[^\n]*\n([\s\S]*?\n)?---[ \t]*(?:\n|$)/.exec(text);
  const rest = found === null ? text : text.slice(found[0].length);
  return { front: found?.[1]?.trimEnd(), body: rest.replace(/<!--[\s\S]*?-->/g, '') };
}
