/** The question whether a plugin may start: what it wants is in the question itself. */
import { useId } from 'react';
import { scrollable } from '../design/scrollable.ts';
import { shownFolder } from '../design/shown-folder.ts';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { Permissions } from '../settings/plugin-lines.tsx';
import { useSettings } from '../store/settings.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import css from './approval-card.module.css';
import { type Ask, useAnswering } from './use-answering.tsx';

/** The rule that such an ask names. */
export const pluginStart = 'plugin_start';

interface PluginCardProps {
  readonly ask: Ask;
  readonly onAnswered: () => void;
}

export function PluginCard({ ask, onAnswered }: PluginCardProps) {
  const { t, told } = useI18n();
  const titleId = useId();
  const userHome = useSettings((state) => state.userHome);
  const { value } = useAnswer('capability.list', {});
  // In the window's own words where the skill is still there.
  const folder = ask.cwd.split(/[\\/]/).at(-1) ?? '';
  const skill = value?.capabilities.find(({ path }) => path === `cerebellum/${folder}/SKILL.md`);
  const plugin = skill?.plugin;
  const answering = useAnswering(ask, onAnswered);

  return (
    <section className={css.card} aria-labelledby={titleId}>
      <header className={css.header}>
        <h2 id={titleId}>
          {skill ? t('plugin.question', { name: skill.name }) : told(ask, 'title')}
        </h2>
      </header>
      {skill && plugin ? (
        <div className={css.why}>
          <p>{told(skill, 'description')}</p>
          <Permissions permissions={plugin.permissions} />
        </div>
      ) : (
        <pre className={css.detail} {...scrollable}>
          {told(ask, 'detail')}
        </pre>
      )}
      <p className={plugin?.confined ? css.why : css.risk}>
        {plugin ? t(plugin.confined ? 'plugin.confined' : 'plugin.unconfined') : told(ask, 'risk')}
      </p>
      <p className={css.where}>
        <code>{shownFolder(ask.cwd, userHome)}</code>
      </p>
      <AnswerButtons
        answering={answering}
        choices={[
          ['allow_always', t('plugin.allow')],
          ['allow_session', t('plugin.allowNow')],
          ['deny', t('plugin.deny')],
        ]}
      />
    </section>
  );
}
