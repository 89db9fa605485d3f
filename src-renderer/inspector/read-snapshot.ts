/** Reads a snapshot file for drawing; what it does not know stays readable in the raw text. */
import type { Budget, BudgetCategory, CandidateSummary } from '../../protocol/index.ts';
import { budgetCategories } from '../brain/categories.ts';

export interface SnapshotSection {
  readonly title: string;
  readonly text: string;
}

export interface SnapshotView {
  readonly budget: Partial<Budget>;
  readonly included: readonly CandidateSummary[];
  readonly dropped: readonly CandidateSummary[];
  /** What was sent, piece by piece: message, system prompt, volatile context, tools, messages. */
  readonly sections: readonly SnapshotSection[];
}

export function readSnapshot(markdown: string): SnapshotView {
  const end = markdown.startsWith('---\n') ? markdown.indexOf('\n---\n', 3) : -1;
  const front = end < 0 ? '' : markdown.slice(4, end);
  const all = splitSections(end < 0 ? markdown : markdown.slice(end + 5));
  const textOf = (title: string): string =>
    all.find((section) => section.title === title)?.text ?? '';
  return {
    budget: readBudget(front),
    included: readTable(textOf('Included'), 'whole'),
    dropped: readTable(textOf('Dropped'), ''),
    sections: all.filter(({ title }) => title !== 'Included' && title !== 'Dropped'),
  };
}

/** Cuts at `## ` lines outside of code fences: what was sent may itself contain headings. */
function splitSections(text: string): readonly SnapshotSection[] {
  const sections: { title: string; lines: string[] }[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const run = /^(`{3,})/.exec(line)?.[1];
    if (fence === undefined && run) fence = run;
    else if (fence !== undefined && line === fence) fence = undefined;
    if (fence === undefined && line.startsWith('## ')) {
      sections.push({ title: line.slice(3).trim(), lines: [] });
    } else {
      sections.at(-1)?.lines.push(line);
    }
  }
  return sections.map(({ title, lines }) => ({ title, text: lines.join('\n').trim() }));
}

function readBudget(front: string): Partial<Budget> {
  const found: Partial<Record<BudgetCategory, { cap: number; used: number }>> = {};
  for (const category of budgetCategories) {
    const line = new RegExp(`^ {2}${category}: \\{(.*)\\}$`, 'm').exec(front)?.[1];
    const cap = line && /cap: ([\d.]+)/.exec(line)?.[1];
    const used = line && /used: ([\d.]+)/.exec(line)?.[1];
    if (cap && used) found[category] = { cap: Number(cap), used: Number(used) };
  }
  return found;
}

/** Rows of `| path › heading | category | score | tokens | reason |`. */
function readTable(text: string, plainReason: string): readonly CandidateSummary[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .flatMap((line) => {
      const cells = line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replace(/\\([\\|])/g, '$1'));
      const [place = '', name, score, tokens, reason] = cells;
      const category = budgetCategories.find((known) => known === name);
      if (category === undefined) return [];
      const [path = '', ...headings] = place.split(' › ');
      return [
        {
          path,
          category,
          score: Number(score),
          tokens: Number(tokens),
          ...(headings.length > 0 ? { heading: headings.join(' › ') } : {}),
          ...(reason && reason !== plainReason ? { reason } : {}),
        },
      ];
    });
}
