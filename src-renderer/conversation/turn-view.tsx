/** One turn: the owner's message and everything that followed it. */
import { ChevronRight, CornerDownRight } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { Button } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import type { TurnState } from '../store/turns.ts';
import { ApprovalCard } from './approval-card.tsx';
import { ChangedFiles, changedCount } from './changed-files.tsx';
import { CompactionCard } from './compaction-card.tsx';
import { Elapsed } from './elapsed.tsx';
import { ErrorCard } from './error-card.tsx';
import { failureWords } from './failure-words.ts';
import { Markdown } from './markdown.tsx';
import { QuestionCard } from './question-card.tsx';
import { activityOf, type Segment, segmentsOf } from './segments.ts';
import { SpendCard } from './spend-card.tsx';
import { TodoList } from './todo-list.tsx';
import { ToolGroup } from './tool-group.tsx';
import type { SendMore, TurnActions } from './turn-actions.ts';
import { TurnBar } from './turn-bar.tsx';
import css from './turn-view.module.css';

interface TurnViewProps {
  readonly turn: TurnState;
  readonly last: boolean;
  readonly chosen: boolean;
  readonly actions: TurnActions;
}

export const TurnView = memo(function TurnView({ turn, last, chosen, actions }: TurnViewProps) {
  const { t } = useI18n();
  const segments = segmentsOf(turn);
  const finished = turn.endedAt !== undefined;
  const lastText = segments.findLast((segment) => segment.kind === 'text');
  const stopReason = turn.done?.stopReason;
  const attachments = turn.attachments.map(({ id }) => id);
  return (
    <article className={css.turn} aria-label={t('turn.label', { text: turn.text.slice(0, 80) })}>
      <UserMessage turn={turn} />
      <div className={css.answer}>
        {segments.map((segment) => (
          <SegmentView
            key={segment.key}
            segment={segment}
            turnId={turn.turnId}
            finished={finished || segment !== lastText}
          />
        ))}
        {finished && turn.todo && <TodoList items={turn.todo} />}
        {finished && changedCount(turn) > 0 && <ChangedFiles turn={turn} />}
        <ActivityLine turn={turn} />
        {turn.error && (
          <ErrorCard
            error={turn.error}
            hasText={lastText !== undefined}
            actions={
              last
                ? {
                    onContinue: () => actions.onSend(t('error.continueMessage')),
                    onRetry: () => actions.onSend(turn.text, { attachments }),
                    onReflex: () => actions.onSend(turn.text, { model: 'reflex' }),
                  }
                : undefined
            }
          />
        )}
        {stopReason !== undefined && stopReason !== 'end' && (
          <p className={css.note}>
            <span>{t(`stop.${stopReason}`)}</span>
            {last && (stopReason === 'length' || stopReason === 'max_iterations') && (
              <Button
                size="small"
                onClick={() =>
                  actions.onSend(
                    t(stopReason === 'length' ? 'error.continueMessage' : 'error.goOnMessage'),
                    routedTo(turn),
                  )
                }
              >
                {t('error.continue')}
              </Button>
            )}
          </p>
        )}
        <TurnBar turn={turn} chosen={chosen} actions={actions} />
      </div>
    </article>
  );
});

/** Without its keyword, the message that goes on would be sent to another model. */
function routedTo(turn: TurnState): SendMore {
  const provider = turn.calls.findLast((call) => call.provider)?.provider;
  return provider?.route === undefined ? {} : { model: `${provider.model}@${provider.provider}` };
}

function UserMessage({ turn }: { readonly turn: TurnState }) {
  return (
    <div className={css.user}>
      <div className={css.bubble}>
        {withCode(turn.text)}
        {turn.attachments.length > 0 && (
          <ul className={css.attachments}>
            {turn.attachments.map((attachment) => (
              <li key={attachment.id}>{attachment.name}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The owner's words are shown as typed; only `code` gets its type. */
function withCode(text: string): ReactNode {
  const shown: ReactNode[] = [];
  let start = 0;
  for (const piece of text.split(/(`[^`\n]+`)/)) {
    const isCode = piece.startsWith('`') && piece.endsWith('`') && piece.length > 2;
    shown.push(isCode ? <code key={start}>{piece.slice(1, -1)}</code> : piece);
    start += piece.length;
  }
  return shown;
}

interface SegmentViewProps {
  readonly segment: Segment;
  readonly turnId: string;
  readonly finished: boolean;
}

const SegmentView = memo(
  function SegmentView({ segment, turnId, finished }: SegmentViewProps) {
    const { t } = useI18n();
    const nameOf = (provider: string) => (provider === 'reflex' ? t('turn.reflex') : provider);
    switch (segment.kind) {
      case 'text':
        return <Markdown text={segment.call.text} finished={finished} />;
      case 'thinking':
        return <Thinking text={segment.call.thinking} />;
      case 'tools':
        return <ToolGroup tools={segment.tools} />;
      case 'ask': {
        const { ask, safety } = segment.tool;
        if (ask === undefined) return null;
        const question = { ...ask, turnId };
        if (ask.spend !== undefined) return <SpendCard ask={question} spend={ask.spend} />;
        return ask.reason === 'question' ? (
          <QuestionCard ask={question} />
        ) : (
          <ApprovalCard ask={question} why={safety?.reason} />
        );
      }
      case 'switch':
        return (
          <p className={css.switch}>
            <CornerDownRight aria-hidden />
            <span>
              {segment.provider.failed?.map((failure) => (
                <span key={failure.provider}>{failureWords(failure)}</span>
              ))}
              <b>{t('switch.now', { provider: nameOf(segment.provider.provider) })}</b>
            </span>
          </p>
        );
      case 'route':
        return (
          <p className={css.note}>
            <span>
              {t('switch.route', {
                keyword: segment.provider.route ?? '',
                provider: nameOf(segment.provider.provider),
              })}
            </span>
          </p>
        );
      case 'compaction':
        return <CompactionCard event={segment.event} />;
    }
  },
  (before, after) =>
    before.finished === after.finished &&
    before.turnId === after.turnId &&
    sameSegment(before.segment, after.segment),
);

/** Segments are made anew at every event; what they show changes only where its state did. */
function sameSegment(a: Segment, b: Segment): boolean {
  if (a.kind !== b.kind || a.key !== b.key) return false;
  if (a.kind === 'text' && b.kind === 'text') return a.call.text === b.call.text;
  if (a.kind === 'thinking' && b.kind === 'thinking') return a.call.thinking === b.call.thinking;
  if (a.kind === 'tools' && b.kind === 'tools') {
    return (
      a.tools.length === b.tools.length && a.tools.every((tool, index) => tool === b.tools[index])
    );
  }
  if (a.kind === 'ask' && b.kind === 'ask') return a.tool === b.tool;
  if (a.kind === 'switch' && b.kind === 'switch') return a.provider === b.provider;
  if (a.kind === 'route' && b.kind === 'route') return a.provider === b.provider;
  return a.kind === 'compaction' && b.kind === 'compaction' && a.event === b.event;
}

function Thinking({ text }: { readonly text: string }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  return (
    <div className={css.thinking}>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight aria-hidden />
        {t('turn.thoughts')}
        {!open && <span>{text.slice(-160).replace(/\s+/g, ' ')}</span>}
      </button>
      {open && <p>{text}</p>}
    </div>
  );
}

function ActivityLine({ turn }: { readonly turn: TurnState }) {
  const { t } = useI18n();
  const activity = activityOf(turn);
  if (activity === undefined) return null;
  const words =
    activity.kind === 'tool'
      ? t('activity.tool', { name: activity.name })
      : activity.kind === 'waiting'
        ? t('activity.waiting', { provider: activity.provider })
        : t(`activity.${activity.kind}`);
  return (
    <p className={css.activity}>
      <span className={css.pulse} aria-hidden />
      {words}
      <Elapsed key={words} since={activity.since} />
    </p>
  );
}
