import { Link } from 'wouter';
import type { BudgetCategory, CandidateSummary } from '../../protocol/index.ts';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import css from './candidates.module.css';
import { reasonWords } from './reason-words.ts';

interface CandidatesProps {
  readonly included: readonly CandidateSummary[];
  readonly dropped: readonly CandidateSummary[];
}

/** Pieces of the mind with their scores; what was left out says why. */
export function Candidates({ included, dropped }: CandidatesProps) {
  const { t } = useI18n();
  if (included.length + dropped.length === 0) return null;
  return (
    <div className={css.list}>
      <div className={cx(css.line, css.columns)}>
        <span title={t('candidates.fitMeans')}>{t('candidates.fit')}</span>
        <span>{t('candidates.piece')}</span>
        <span>{t('candidates.tokens')}</span>
      </div>
      <ul>
        {particularFirst(included).map((candidate) => (
          <Line key={`in ${candidate.path} ${candidate.heading}`} candidate={candidate} />
        ))}
        {particularFirst(dropped).map((candidate) => (
          <Line key={`out ${candidate.path} ${candidate.heading}`} candidate={candidate} out />
        ))}
      </ul>
    </div>
  );
}

function Line({
  candidate,
  out,
}: {
  readonly candidate: CandidateSummary;
  readonly out?: boolean;
}) {
  const i18n = useI18n();
  const { number, t } = i18n;
  const file = nameOf(candidate.path);
  const isOutside = /^(?:\/|[A-Za-z]:)/.test(candidate.path);
  const line = (
    <>
      <span className={css.score} dir="ltr" title={t('candidates.fitMeans')}>
        {candidate.score.toFixed(2)}
      </span>
      <span className={css.place}>
        {file}
        {candidate.heading && candidate.heading !== file && <> › {candidate.heading}</>}
      </span>
      <span className={css.figure} title={candidate.reason && reasonWords(i18n, candidate.reason)}>
        {out && candidate.reason ? reasonWords(i18n, candidate.reason) : number(candidate.tokens)}
      </span>
    </>
  );
  const className = cx(css.line, out && css.out);
  // The rules of a project are files of that project, not of the mind.
  return (
    <li>
      {isOutside ? (
        <span className={className} title={candidate.path}>
          {line}
        </span>
      ) : (
        <Link
          className={className}
          href={to.mindFile(candidate.path, candidate.heading)}
          title={candidate.path}
        >
          {line}
        </Link>
      )}
    </li>
  );
}

/**
 * What is particular to the question first: memories, then skills and project rules that were called
 * for; who it is and what it can do, which every call knows, last.
 */
export function particularFirst(
  candidates: readonly CandidateSummary[],
): readonly CandidateSummary[] {
  return candidates.toSorted((a, b) => rankOf(a) - rankOf(b) || b.score - a.score);
}

const ranks: Readonly<Record<BudgetCategory, number>> = {
  memory: 0,
  skills: 1,
  history: 2,
  prefrontal: 3,
  identity: 4,
};

function rankOf({ category, heading }: CandidateSummary): number {
  return category === 'skills' && heading === 'index' ? 5 : ranks[category];
}

/** Skills are known by their folder, everything else by its file. */
function nameOf(path: string): string {
  const parts = path.split('/');
  const file = parts.at(-1) ?? path;
  return file === 'SKILL.md' ? (parts.at(-2) ?? file) : file;
}
