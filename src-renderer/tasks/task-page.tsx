/** One task: its steps with their arguments, attempts, times and outputs. */
import { Link } from 'wouter';
import type { JsonValue, ResultOf, TaskStatus } from '../../protocol/index.ts';
import { Markdown } from '../conversation/markdown.tsx';
import { toolName, toolSubject } from '../conversation/tool-words.ts';
import { cx } from '../design/cx.ts';
import { plainText } from '../design/plain-text.ts';
import { scrollable } from '../design/scrollable.ts';
import { type I18n, useI18n } from '../i18n/index.ts';
import { markdownParts } from '../mind/front-matter.ts';
import { to } from '../routes.ts';
import { readSteps, type TaskStep } from './read-task.ts';
import css from './tasks-room.module.css';

export function TaskPage({ found }: { readonly found: ResultOf<'task.get'> }) {
  const { t, dateTime } = useI18n();
  const { task, markdown } = found;
  const steps = readSteps(markdown);
  return (
    <article className={css.page}>
      <header className={css.head}>
        <h2 dir="auto">{plainText(task.title) || task.taskId}</h2>
        <p>
          <span className={lookOf(task.status)}>{t(`task.${task.status}`)}</span>
          {' · '}
          {t('tasks.stepsDone', { done: task.stepsDone, all: task.steps })}
          {' · '}
          {dateTime(task.created)}
        </p>
        {task.sessionId !== undefined && task.sessionTitle !== undefined && (
          <p>
            {t('tasks.of')}{' '}
            <Link href={to.conversation(task.sessionId, task.taskId)}>
              <bdi>{plainText(task.sessionTitle) || t('session.untitled')}</bdi>
            </Link>
          </p>
        )}
      </header>
      {task.steps === 0 ? (
        <p className={css.none}>{t('tasks.noStep')}</p>
      ) : steps.length === 0 ? (
        <Markdown text={markdownParts(markdown).body} finished />
      ) : (
        <ol className={css.steps}>
          {steps.map((step) => (
            <Step key={step.number} step={step} />
          ))}
        </ol>
      )}
    </article>
  );
}

function Step({ step }: { readonly step: TaskStep }) {
  const i18n = useI18n();
  const { t, time, duration } = i18n;
  const { number, name, args, started, ms, attempts, result, output, whole } = step;
  const ok = result === 'success';
  return (
    <li className={css.step}>
      <header>
        <i aria-hidden>{number}</i>
        <b title={name}>
          <bdi>{toolName(name)}</bdi>
        </b>
        <span dir="auto" title={args}>
          {subjectOf(args)}
        </span>
        <em className={cx(result !== '' && (ok ? css.good : css.bad))}>
          {resultWords(result, i18n)}
        </em>
      </header>
      <p>
        {started && time(started)}
        {ms !== undefined && ` · ${duration(ms)}`}
        {attempts > 1 && ` · ${t('tasks.attempts', { count: attempts })}`}
        {whole !== undefined && ` · ${t('tasks.whole', { file: whole })}`}
      </p>
      {args.length > 2 && (
        <details>
          <summary>{t('tool.arguments')}</summary>
          <pre {...scrollable}>{indented(args)}</pre>
        </details>
      )}
      {output !== '' && (
        <details open={!ok}>
          <summary>{t('tool.output')}</summary>
          <pre {...scrollable}>{output}</pre>
        </details>
      )}
    </li>
  );
}

const results = ['running', 'success', 'failure', 'denied', 'stopped', 'interrupted'] as const;

function resultWords(result: string, { t }: I18n): string {
  const known = results.find((one) => one === result);
  return known === undefined ? result : t(`tasks.result.${known}`);
}

export function lookOf(status: TaskStatus): string | undefined {
  if (status === 'SUCCEEDED') return css.good;
  if (status === 'FAILED' || status === 'INTERRUPTED') return css.bad;
  return status === 'WAITING' || status === 'RUNNING' ? css.open : undefined;
}

function subjectOf(args: string): string {
  const value = parsed(args);
  return value === undefined ? '' : toolSubject(value);
}

function indented(args: string): string {
  const value = parsed(args);
  return value === undefined ? args : JSON.stringify(value, null, 2);
}

/** Long arguments are cut in the file: then they are text. */
function parsed(args: string): JsonValue | undefined {
  try {
    return JSON.parse(args);
  } catch {
    // A text, then.
    return undefined;
  }
}
