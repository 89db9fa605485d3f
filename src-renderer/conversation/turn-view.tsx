/** One turn: the owner's message and everything that followed it. */
import { ChevronRight, CornerDownRight } from 'lucide-react';
import { memo, useState } from 'react';
import { Button } from '../design/button.tsx';
import { plainText } from '../design/plain-text.ts';
import { useI18n } from '../i18n/index.ts';
import { useStreamed } from '../store/conversation.ts';
import type { CallState, TurnState } from '../store/turns.ts';
import { ActivityLine } from './activity-line.tsx';
import { ChangedFiles, changedCount } from './changed-files.tsx';
import { CompactionCard } from './compaction-card.tsx';
import { ErrorCard } from './error-card.tsx';
import { failureWords } from './failure-words.ts';
import { Markdown } from './markdown.tsx';
import { type Segment, segmentsOf } from './segments.ts';
import { TodoList } from './todo-list.tsx';
import { ToolGroup } from './tool-group.tsx';
import { retryOf, type SendMore, type TurnActions } from './turn-actions.ts';
import { TurnBar } from './turn-bar.tsx';
import css from './turn-view.module.css';
import { UserMessage } from './user-message.tsx';

interface TurnViewProps {
  readonly turn: TurnState;
  readonly last: boolean;
  readonly chosen: boolean;
  /** Nothing runs in the conversation. */
  readonly idle: boolean;
  readonly actions: TurnActions;
}

export const TurnView = memo(function TurnView({
  turn,
  last,
  chosen,
  idle,
  actions,
}: TurnViewProps) {
  const { t } = useI18n();
  const segments = segmentsOf(turn);
  const finished = turn.endedAt !== undefined;
  const lastText = segments.findLast((segment) => segment.kind === 'text');
  const stopReason = turn.done?.stopReason;
  const retry = (model?: string) => actions.onSend(turn.text, retryOf(turn, model));
  return (
    <article className={css.turn} aria-label={t('turn.label', { text: turn.text.slice(0, 80) })}>
      <UserMessage turn={turn} last={last} idle={idle} actions={actions} />
      <div className={css.answer}>
        {segments.map((segment) => (
          <SegmentView
            key={segment.key}
            turnId={turn.turnId}
            segment={segment}
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
                    onContinue: () => void actions.onSend(t('error.continueMessage')),
                    onRetry: () => void retry(),
                    onReflex: () => void retry('reflex'),
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
                  void actions.onSend(
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
        <TurnBar turn={turn} chosen={chosen} canRetry={idle && last} actions={actions} />
      </div>
    </article>
  );
});

/** Without its keyword, the message that goes on would be sent to another model. */
function routedTo(turn: TurnState): SendMore {
  const provider = turn.calls.findLast((call) => call.provider)?.provider;
  return provider?.route === undefined ? {} : { model: `${provider.model}@${provider.provider}` };
}

interface SegmentViewProps {
  readonly turnId: string;
  readonly segment: Segment;
  readonly finished: boolean;
}

const SegmentView = memo(
  function SegmentView({ turnId, segment, finished }: SegmentViewProps) {
    const i18n = useI18n();
    const { t } = i18n;
    const nameOf = (provider: string) => (provider === 'reflex' ? t('turn.reflex') : provider);
    switch (segment.kind) {
      case 'text':
        return <AnswerText turnId={turnId} call={segment.call} finished={finished} />;
      case 'thinking':
        return <Thinking turnId={turnId} call={segment.call} finished={finished} />;
      case 'tools':
        return <ToolGroup tools={segment.tools} />;
      case 'switch':
        return (
          <p className={css.switch}>
            <CornerDownRight aria-hidden />
            <span>
              {segment.provider.failed?.map((failure) => (
                <span key={failure.provider}>{failureWords(failure, i18n)}</span>
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
    before.finished === after.finished && sameSegment(before.segment, after.segment),
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
  if (a.kind === 'switch' && b.kind === 'switch') return a.provider === b.provider;
  if (a.kind === 'route' && b.kind === 'route') return a.provider === b.provider;
  return a.kind === 'compaction' && b.kind === 'compaction' && a.event === b.event;
}

interface StreamedProps {
  readonly turnId: string;
  readonly call: CallState;
  readonly finished: boolean;
}

function AnswerText({ turnId, call, finished }: StreamedProps) {
  return <Markdown text={useStreamed(turnId, call, 'text')} finished={finished} />;
}

function Thinking({ turnId, call, finished }: StreamedProps) {
  const { t } = useI18n();
  const text = useStreamed(turnId, call, 'thinking');
  const [open, setOpen] = useState(false);
  return (
    <div className={css.thinking}>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight aria-hidden />
        {t('turn.thoughts')}
        {!open && (
          // While it thinks, the last of it.
          <span>{plainText(finished ? text.slice(0, 400) : text.slice(-160))}</span>
        )}
      </button>
      {open && (
        <div className={css.thoughts}>
          <Markdown text={text} finished={finished} />
        </div>
      )}
    </div>
  );
}
