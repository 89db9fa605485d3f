/** What became of a turn's tool calls: judged by which rule, done in which steps, remembered as what. */
import { Link } from 'wouter';
import type { JsonValue } from '../../protocol/index.ts';
import { toolName, toolSubject } from '../conversation/tool-words.ts';
import { cx } from '../design/cx.ts';
import { type I18n, useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { isAboutMoney, ranMs, type ToolState, type TurnState } from '../store/turns.ts';
import css from './region-details.module.css';
import { sourceWords } from './source-words.ts';
import { toolsOf } from './step-summary.ts';

interface TurnProps {
  readonly turn: TurnState;
}

/** Each decision, the rule that made it, and what the owner said. */
export function JudgementDetails({ turn }: TurnProps) {
  const i18n = useI18n();
  const { t, told, duration } = i18n;
  return (
    <ul className={css.list}>
      {Object.values(turn.tools).map((tool) => {
        if (isAboutMoney(tool)) return <MoneyLine key={tool.toolCallId} tool={tool} />;
        if (!tool.safety) return null;
        const { level, rule, source } = tool.safety;
        const reason = told(tool.safety, 'reason');
        const waited = waitedMs(tool);
        return (
          <li key={tool.toolCallId}>
            <p className={css.head}>
              <Subject tool={tool} />
              <span className={cx(css.level, css[level])}>{t(`safety.${level}`)}</span>
            </p>
            <p>
              {sourceWords(source, i18n)}
              {rule !== undefined && (
                <>
                  {': '}
                  <code>{rule}</code>
                </>
              )}
            </p>
            {reason && <p>{reason}</p>}
            {tool.decided && (
              <p>
                {t('tool.youDecided', { decision: t(`decision.${tool.decided.decision}`) })}
                {waited > 0 && ` ${t('details.after', { time: duration(waited) })}`}
                {tool.decided.reason && <> “{told(tool.decided, 'reason')}”</>}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function MoneyLine({ tool }: { readonly tool: ToolState }) {
  const { t } = useI18n();
  return (
    <li>
      <p className={css.head}>
        <b>{t('spend.title')}</b>
      </p>
      {tool.decided && (
        <p>{t('tool.youDecided', { decision: t(`decision.${tool.decided.decision}`) })}</p>
      )}
    </li>
  );
}

/** The steps of the task, and the task itself. */
export function StepDetails({ turn }: TurnProps) {
  const { t, duration } = useI18n();
  return (
    <>
      <ol className={css.list}>
        {toolsOf(turn).map((tool) => (
          <li key={tool.toolCallId}>
            <p className={css.head}>
              <Subject tool={tool} />
              <em>{tool.result ? duration(ranMs(tool)) : ''}</em>
            </p>
            <p className={cx(tool.status === 'failed' && css.bad)}>
              {t(`tool.status.${tool.status}`)}
            </p>
          </li>
        ))}
      </ol>
      {toolsOf(turn).some(({ result }) => result) && (
        <Link className={css.link} href={to.task(turn.turnId)}>
          {t('details.task')}
        </Link>
      )}
    </>
  );
}

/** Which tools, how often, and what they changed. */
export function ToolsUsed({ turn }: TurnProps) {
  const { t, number, list } = useI18n();
  const byName = Map.groupBy(toolsOf(turn), ({ name }) => name);
  const changed = new Set(toolsOf(turn).flatMap(({ changes }) => changes.map(({ path }) => path)));
  return (
    <>
      <ul className={css.list}>
        {[...byName].map(([name, tools]) => (
          <li key={name}>
            <p className={css.head}>
              <b>
                <bdi>{toolName(name)}</bdi>
              </b>
              <em>{number(tools.length)}×</em>
            </p>
          </li>
        ))}
      </ul>
      {changed.size > 0 && (
        <p className={css.note}>
          {t('details.changed')} {list([...changed].map(baseName))}
        </p>
      )}
    </>
  );
}

/** What memory keeps of it: the episode, and facts that were learned, corrected or forgotten. */
export function WrittenDetails({ turn }: TurnProps) {
  const { t } = useI18n();
  const facts = toolsOf(turn).filter(
    ({ name, status }) => status === 'ok' && Object.hasOwn(memoryTools, name),
  );
  return (
    <ul className={css.list}>
      {turn.memory && (
        <li>
          <p>
            {t('details.episode')}{' '}
            <Link href={to.mindFile(episodePath(turn.memory.episode))}>
              {baseName(turn.memory.episode)}
            </Link>
          </p>
        </li>
      )}
      {facts.map((tool) => (
        <li key={tool.toolCallId}>
          <p>
            {t(memoryTools[tool.name as keyof typeof memoryTools])} “{factOf(tool.args)}”{' '}
            <Link href={to.memory()}>{t('room.memory')}</Link>
          </p>
        </li>
      ))}
    </ul>
  );
}

const memoryTools = {
  remember: 'details.remembered',
  correct: 'details.corrected',
  forget: 'details.forgot',
} as const;

function factOf(args: JsonValue): string {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return '';
  const { fact, new: replacement } = args as Record<string, JsonValue>;
  return String(fact ?? replacement ?? '');
}

/** What is kept of each call to learn from. */
export function OutcomeDetails({ turn }: TurnProps) {
  const i18n = useI18n();
  return (
    <ul className={css.list}>
      {toolsOf(turn).map((tool) => (
        <li key={tool.toolCallId}>
          <p className={css.head}>
            <Subject tool={tool} />
            <em>{outcomeWords(tool, i18n)}</em>
          </p>
        </li>
      ))}
    </ul>
  );
}

function outcomeWords({ status }: ToolState, { t }: I18n): string {
  switch (status) {
    case 'ok':
      return t('details.success');
    case 'denied':
      return t('details.denial');
    case 'stopped':
      return t('details.stopped');
    case 'interrupted':
      return t('details.interrupted');
    case 'failed':
      return t('details.failure');
    default:
      return t(`tool.status.${status}`);
  }
}

function Subject({ tool }: { readonly tool: ToolState }) {
  const subject = toolSubject(tool.args);
  return (
    <span className={css.subject} title={subject}>
      <b>
        <bdi>{toolName(tool.name)}</bdi>
      </b>{' '}
      {subject}
    </span>
  );
}

function waitedMs({ askedAt, decidedAt }: ToolState): number {
  if (askedAt === undefined || decidedAt === undefined) return 0;
  return Math.max(0, Date.parse(decidedAt) - Date.parse(askedAt));
}

/** The event names the file with or without its folder. */
function episodePath(episode: string): string {
  return episode.includes('/') ? episode : `hippocampus/episodes/${episode}`;
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
