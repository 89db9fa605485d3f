/**
 * Markdown as React elements. One parser for all blocks, and what was drawn a moment ago is kept:
 * coming back to a conversation, or scrolling in it, does not parse it again.
 */
import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { ReactElement } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { type PluggableList, unified } from 'unified';

type Root = Parameters<typeof toJsxRuntime>[0];
type Child = Extract<Root, { type: 'root' }>['children'][number];

/** `lasts`: the text is complete, so that it is worth keeping what it looks like. */
export type MarkdownRenderer = (text: string, lasts: boolean) => ReactElement;

/** Characters of markdown whose elements are kept. */
const keptCharacters = 2_000_000;

export function createMarkdownRenderer(
  components: Partial<Components>,
  plugins: PluggableList = [],
): MarkdownRenderer {
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(plugins)
    // What looks like HTML is text; without this it would vanish.
    .use(remarkRehype, { allowDangerousHtml: true })
    .freeze();
  const drawn = new Map<string, ReactElement>();
  let characters = 0;

  function keep(text: string, element: ReactElement): void {
    drawn.set(text, element);
    characters += text.length;
    for (const oldest of drawn.keys()) {
      if (characters <= keptCharacters) return;
      drawn.delete(oldest);
      characters -= oldest.length;
    }
  }

  return (text, lasts) => {
    const known = drawn.get(text);
    if (known !== undefined) return known;
    const tree = processor.runSync(processor.parse(text)) as Root;
    htmlAsText(tree);
    const element: ReactElement = toJsxRuntime(tree, {
      Fragment,
      components,
      ignoreInvalidStyle: true,
      jsx,
      jsxs,
      passKeys: true,
    });
    if (lasts) keep(text, element);
    return element;
  };
}

function htmlAsText(node: Root): void {
  if (!('children' in node)) return;
  const children = node.children as Child[];
  for (const [index, child] of children.entries()) {
    if (child.type === 'raw') children[index] = { type: 'text', value: String(child.value) };
    else htmlAsText(child);
  }
}
