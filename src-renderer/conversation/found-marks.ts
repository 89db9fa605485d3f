/**
 * Marks a text where it stands on the screen, with the browser's own highlights: nothing of the page
 * is changed, so nothing that streams or is drawn anew gets in the way.
 */
const all = 'found';
const now = 'found-now';

/** Every place of `text` below `root`, in order, also where it runs over several elements. */
export function rangesOf(root: Element, text: string): readonly Range[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [];
  const nodes: { readonly node: Text; readonly start: number }[] = [];
  let whole = '';
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    nodes.push({ node, start: whole.length });
    whole += node.data;
  }
  const lower = whole.toLowerCase();
  // A few letters change their length in lower case: then places could not be told.
  if (lower.length !== whole.length) return [];
  const ranges: Range[] = [];
  let at = lower.indexOf(wanted);
  for (let from = 0; at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    from = indexAt(nodes, at, from);
    const to = indexAt(nodes, at + wanted.length - 1, from);
    const [first, last] = [nodes[from], nodes[to]];
    if (first === undefined || last === undefined) break;
    const range = document.createRange();
    range.setStart(first.node, at - first.start);
    range.setEnd(last.node, at + wanted.length - last.start);
    ranges.push(range);
  }
  return ranges;
}

function indexAt(
  nodes: readonly { readonly start: number }[],
  offset: number,
  from: number,
): number {
  let index = from;
  while ((nodes[index + 1]?.start ?? Number.POSITIVE_INFINITY) <= offset) index += 1;
  return index;
}

export function showMarks(ranges: readonly Range[], current: Range | undefined): void {
  // Older browsers find all the same, they only mark nothing.
  if (!('highlights' in CSS)) return;
  CSS.highlights.set(all, new Highlight(...ranges));
  if (current === undefined) CSS.highlights.delete(now);
  else CSS.highlights.set(now, new Highlight(current));
}

export function clearMarks(): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete(all);
  CSS.highlights.delete(now);
}
