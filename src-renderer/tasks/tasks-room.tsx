/** Motor's tasks: the tool work of each turn, step by step. */
import { ListChecks } from 'lucide-react';
import { Link } from 'wouter';
import type { TaskStatus, TaskSummary } from '../../protocol/index.ts';
import { Markdown } from '../conversation/markdown.tsx';
import { cx } from '../design/cx.ts';
import list from '../design/list.module.css';
import { Empty, Failure, Room } from '../design/room.tsx';
import { scrollable } from '../design/scrollable.ts';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { markdownParts } from '../mind/front-matter.ts';
import { to } from '../routes.ts';
import css from './tasks-room.module.css';

export function TasksRoom({ taskId }: { readonly taskId: string | undefined }) {
  const { t } = useI18n();
  const { value, failure } = useAnswer('task.list', { limit: 200 });
  return (
    <Room title={t('room.tasks')} detail={t('tasks.detail')} body="split">
      <nav className={list.list} aria-label={t('tasks.list')}>
        {failure && <Failure>{failure}</Failure>}
        {value?.tasks.map((task) => (
          <TaskLine key={task.taskId} task={task} open={task.taskId === taskId} />
        ))}
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

function TaskLine({ task, open }: { readonly task: TaskSummary; readonly open: boolean }) {
  const { t, shortDateTime } = useI18n();
  return (
    <Link
      href={to.task(task.taskId)}
      className={cx(list.line, open && list.open)}
      aria-current={open ? 'page' : undefined}
    >
      <b>{task.title || task.taskId}</b>
      <small>
        <span className={lookOf(task.status)}>{t(`task.${task.status}`)}</span> · {task.stepsDone}/
        {task.steps} · {shortDateTime(task.updated)}
      </small>
    </Link>
  );
}

function lookOf(status: TaskStatus): string | undefined {
  if (status === 'SUCCEEDED') return css.good;
  if (status === 'FAILED' || status === 'INTERRUPTED') return css.bad;
  return status === 'WAITING' || status === 'RUNNING' ? css.open : undefined;
}

function Task({ taskId }: { readonly taskId: string }) {
  const { value, failure } = useAnswer('task.get', { taskId });
  if (failure) return <Failure>{failure}</Failure>;
  if (value === undefined) return null;
  return (
    <article className={css.page}>
      <Markdown text={markdownParts(value.markdown).body} finished />
    </article>
  );
}
