/** How the figures of the memory bench are printed. */
import { heading } from '../figures.ts';
import { kinds, splits } from './corpus.ts';
import { depths, fewerMisses, figuresOf, type Outcome } from './metrics.ts';

type Outcomes = readonly Outcome[];

const columns = ['n', ...depths.map((k) => `R@${k}`), 'MRR', 'misses@10', 'in prompt'];

export function printFigures(name: string, outcomes: Outcomes, budgetTokens: number): void {
  heading(`${name}; in prompt: with ${budgetTokens.toLocaleString('en')} tokens for memory`);
  row('', columns);
  figuresRow('all', outcomes);
  for (const kind of kinds) figuresRow(kind, ofKind(outcomes, kind));
  for (const split of splits) {
    const part = ofSplit(outcomes, split);
    if (part.length === 0) continue;
    figuresRow(`${split}: all`, part);
    for (const kind of kinds) figuresRow(`${split}: ${kind}`, ofKind(part, kind));
  }
}

export function printComparison(baseline: Outcomes, ours: Outcomes): void {
  heading('Misses');
  const percent = (pick: (outcomes: Outcomes) => Outcomes): string => {
    const fewer = fewerMisses(figuresOf(pick(baseline)), figuresOf(pick(ours)));
    return fewer === undefined ? 'none to compare' : `${Math.round(fewer)} %`;
  };
  const all = percent((outcomes) => outcomes);
  const unseen = percent((outcomes) => ofSplit(outcomes, 'unseen'));
  const spread = percent((outcomes) => ofKind(outcomes, 'spread'));
  console.log(
    `  fewer misses at 10 than the baseline: ${all} (all), ${unseen} (unseen), spread: ${spread}`,
  );
}

function figuresRow(name: string, outcomes: Outcomes): void {
  if (outcomes.length === 0) return;
  const { questions, recall, mrr, misses, evidence, survives } = figuresOf(outcomes);
  const shares = [...recall, mrr].map((share) => share.toFixed(3));
  row(name, [String(questions), ...shares, `${misses} / ${evidence}`, survives.toFixed(3)]);
}

function row(name: string, cells: readonly string[]): void {
  console.log(`  ${name.padEnd(20)}${cells.map((cell) => cell.padStart(11)).join('')}`);
}

const ofKind = (outcomes: Outcomes, kind: Outcome['kind']): Outcomes =>
  outcomes.filter((outcome) => outcome.kind === kind);
const ofSplit = (outcomes: Outcomes, split: Outcome['split']): Outcomes =>
  outcomes.filter((outcome) => outcome.split === split);
