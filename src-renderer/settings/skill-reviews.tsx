/** What skills would bring, before anything is written: each can be left out. */
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ResultOf, SkillReview } from '../../protocol/index.ts';
import { Diff } from '../conversation/diff.tsx';
import { parseDiff } from '../conversation/tool-words.ts';
import { Button } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { Permissions } from './plugin-lines.tsx';
import css from './skill-intake.module.css';

interface SkillReviewsProps {
  readonly review: ResultOf<'skill.review'>;
  readonly busy: boolean;
  readonly onTake: (folders: readonly string[], allowPlugins: boolean) => void;
  readonly onCancel: () => void;
}

export function SkillReviews({ review, busy, onTake, onCancel }: SkillReviewsProps) {
  const { t, tn, told } = useI18n();
  const { skills, refused } = review;
  const usable = skills.filter(({ problem }) => problem === undefined);
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const [allow, setAllow] = useState(false);
  const wanted = usable.filter(({ folder }) => !without.has(folder));
  const hasPlugin = wanted.some(({ permissions }) => permissions !== undefined);

  function toggle(folder: string): void {
    setWithout((all) => {
      const next = new Set(all);
      if (!next.delete(folder)) next.add(folder);
      return next;
    });
  }

  return (
    <section className={css.review} aria-label={t('intake.review')}>
      <h3>{t('intake.review')}</h3>
      <p className={css.help}>{t('intake.warning')}</p>
      <ul className={css.skills}>
        {skills.map((skill) => (
          <ReviewedSkill
            key={skill.folder}
            skill={skill}
            wanted={!without.has(skill.folder)}
            onToggle={() => toggle(skill.folder)}
          />
        ))}
      </ul>
      {refused.length > 0 && (
        <details className={css.more}>
          <summary>{tn('intake.refused', refused.length)}</summary>
          <ul>
            {refused.map((one) => (
              <li key={one.path}>
                <code>{one.path}</code> {told(one, 'reason')}
              </li>
            ))}
          </ul>
        </details>
      )}
      {hasPlugin && (
        <label className={css.choice}>
          <input
            type="checkbox"
            checked={allow}
            onChange={(event) => setAllow(event.target.checked)}
          />
          {t('intake.allowPlugins')}
        </label>
      )}
      <div className={css.buttons}>
        <Button
          look="primary"
          disabled={busy}
          why={wanted.length > 0 ? undefined : t('intake.takeWhy')}
          onClick={() =>
            onTake(
              wanted.map(({ folder }) => folder),
              allow && hasPlugin,
            )
          }
        >
          {tn('intake.take', wanted.length)}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </section>
  );
}

interface ReviewedSkillProps {
  readonly skill: SkillReview;
  readonly wanted: boolean;
  readonly onToggle: () => void;
}

function ReviewedSkill({ skill, wanted, onToggle }: ReviewedSkillProps) {
  const { t, tn, told, bytes, list } = useI18n();
  const { folder, name, description, problem, permissions, files, scripts, diff } = skill;
  const facts = [
    ...(skill.triggers.length > 0 ? [t('intake.triggers', { list: list(skill.triggers) })] : []),
    ...(skill.tools.length > 0 ? [t('intake.tools', { list: list(skill.tools) })] : []),
    ...(skill.allowedTools.length > 0
      ? [t('intake.allowedTools', { list: list(skill.allowedTools) })]
      : []),
    ...(skill.patterns > 0 ? [tn('intake.patterns', skill.patterns)] : []),
    ...(skill.dependencies.length > 0
      ? [t('plugin.packages', { list: list(skill.dependencies) })]
      : []),
    ...(scripts.length > 0 ? [t('intake.scripts', { list: list(scripts) })] : []),
  ];
  return (
    <li className={css.skill}>
      <label className={css.name}>
        <input
          type="checkbox"
          checked={wanted && problem === undefined}
          disabled={problem !== undefined}
          onChange={onToggle}
        />
        <b>{name}</b>
        <code>cerebellum/{folder}</code>
      </label>
      {description && <p className={css.help}>{description}</p>}
      {problem && (
        <p className={css.problem}>
          <TriangleAlert aria-hidden />
          {problem.line === undefined
            ? told(problem, 'reason')
            : t('intake.problem', { line: problem.line, reason: told(problem, 'reason') })}
        </p>
      )}
      {skill.replaces && (
        <p className={css.problem}>
          <TriangleAlert aria-hidden />
          {t('intake.replaces')}
        </p>
      )}
      {permissions && <Permissions permissions={permissions} />}
      {facts.length > 0 && (
        <ul className={css.facts}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      <details className={css.more}>
        <summary>{tn('intake.files', files.length)}</summary>
        <ul>
          {files.map(({ path, bytes: size }) => (
            <li key={path}>
              <code>{path}</code> {bytes(size)}
            </li>
          ))}
        </ul>
      </details>
      {diff && <Diff lines={parseDiff(diff)} label={t('intake.difference')} />}
    </li>
  );
}
