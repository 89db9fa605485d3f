/** Motor's tasks: the tool work of each turn, step by step. */
import { ListChecks } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { TaskStatus, TaskSummary } from '../../protocol/index.ts';
import { cx } from '../design/cx.ts';
import list from '../design/list.module.css';
import { Lost } from '../design/lost.tsx';
import { plainText } from '../design/plain-text.ts';
import { Empty, Failure, Room } from '../design/room.tsx';
import { scrollable } from '../design/scrollable.ts';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { onBrainEvent } from '../transport/brain.ts';
import { lookOf, TaskPage } from './task-page.tsx';
import css from './tasks-room.module.css';

export function TasksRoom({ taskId }: { readonly taskId: string | undefined }) {
  const { t } = useI18n();
  const [params] = useSearchParams();
  const only = kinds.find((kind) => kind === params.get('only'));
  const { value, failure, reload } = useAnswer('task.list', { limit: 200 });
  useTaskNews(reload);
  const tasks = value?.tasks.filter((task) => only === undefined || kindOf(task.status) === only);
  return (
    <Room title={t('room.tasks')} detail={t('tasks.detail')} body="split">
      <nav className={list.list} aria-label={t('tasks.list')}>
        {failure && <Failure>{failure}</Failure>}
        {value !== undefined && value.tasks.length > 0 && <Kinds only={only} taskId={taskId} />}
        {tasks?.map((task) => (
          <TaskLine key={task.taskId} task={task} only={only} open={task.taskId === taskId} />
        ))}
        {tasks?.length === 0 && only !== undefined && (
          <p className={list.none}>{t('tasks.noneOfKind')}</p>
        )}
        {value?.tasks.length === 0 && <p className={list.none}>{t('tasks.none')}</p>}
      </nav>
      <div className={list.detail} {...scrollable}>
        {taskId === undefined ? (
          <Empty icon={<ListChecks />} title={t('tasks.choose')}>
            {t('tasks.chooseText')}
          </Empty>
        ) : (
          <Task key={taskId} taskId={taskId} />
        )}
      </div>
    </Room>
  );
}

/** Motor rewrites a task's file at each change; the end of a turn ends its task. */
function useTaskNews(reload: () => void): void {
  useEffect(
    () =>
      onBrainEvent((event) => {
        if ('scope' in event) return;
        if (event.type === 'tool_result' || event.type === 'done' || event.type === 'error')
          reload();
      }),
    [reload],
  );
}

const kinds = ['open', 'well', 'badly'] as const;
type Kind = (typeof kinds)[number];

function kindOf(status: TaskStatus): Kind {
  if (status === 'RUNNING' || status === 'WAITING') return 'open';
  return status === 'SUCCEEDED' ? 'well' : 'badly';
}

const withKind = (href: string, only: Kind | undefined): string =>
  only === undefined ? href : `${href}?only=${only}`;

interface KindsProps {
  readonly only: Kind | undefined;
  readonly taskId: string | undefined;
}

function Kinds({ only, taskId }: KindsProps) {
  const { t } = useI18n();
  const here = taskId === undefined ? to.tasks() : to.task(taskId);
  return (
    <p className={css.kinds}>
      {[undefined, ...kinds].map((kind) => (
        <Link
          key={kind ?? 'all'}
          href={withKind(here, kind)}
          aria-current={kind === only ? 'true' : undefined}
        >
          {t(`tasks.only.${kind ?? 'all'}`)}
        </Link>
      ))}
    </p>
  );
}

interface TaskLineProps {
  readonly task: TaskSummary;
  readonly only: Kind | undefined;
  readonly open: boolean;
}

function TaskLine({ task, only, open }: TaskLineProps) {
  const { t, shortDateTime } = useI18n();
  return (
    <Link
      href={withKind(to.task(task.taskId), only)}
      className={cx(list.line, open && list.open)}
      aria-current={open ? 'page' : undefined}
    >
      <b dir="auto">{plainText(task.title) || task.taskId}</b>
      <small className={css.facts}>
        <span>
          <span className={lookOf(task.status)}>{t(`task.${task.status}`)}</span> · {task.stepsDone}
          /{task.steps}
        </span>
        <time dateTime={task.updated}>{shortDateTime(task.updated)}</time>
      </small>
    </Link>
  );
}

function Task({ taskId }: { readonly taskId: string }) {
  const { t } = useI18n();
  const { value, failure, missing, reload } = useAnswer('task.get', { taskId });
  useTaskNews(reload);
  if (missing) {
    const all = { href: to.tasks(), name: t('tasks.all') };
    return <Lost title={t('tasks.missing')} text={t('tasks.missingText')} links={[all]} />;
  }
  if (failure) return <Failure>{failure}</Failure>;
  if (value === undefined) return null;
  return <TaskPage found={value} />;
}
