/** Under each answer: where its time went, true to scale, and the way to "why?". */
import { Check, Copy, GitFork, RotateCcw } from 'lucide-react';
import { Fragment, memo } from 'react';
import { Link } from 'wouter';
import { knowledgeOf, regionColour, storyOf, totalsOf, turnMs } from '../brain/story.ts';
import { whyLink } from '../brain/why-link.ts';
import { IconButton } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { useNow } from '../shell/use-now.ts';
import { answerText, type TurnState } from '../store/turns.ts';
import hover from './hover-tools.module.css';
import { ModelMenu } from './model-picker.tsx';
import { retryOf, type TurnActions } from './turn-actions.ts';
import css from './turn-bar.module.css';
import { useCopy } from './use-copy.ts';

interface TurnBarProps {
  readonly turn: TurnState;
  /** Its story is the one on the right. */
  readonly chosen: boolean;
  /** It is the last one, and nothing runs. */
  readonly canRetry: boolean;
  readonly actions: TurnActions;
}

export const TurnBar = memo(function TurnBar({ turn, chosen, canRetry, actions }: TurnBarProps) {
  const { t, tn, duration, money, percent } = useI18n();
  const now = useNow(turn.endedAt === undefined);
  const { copied, copy } = useCopy();
  const story = storyOf(turn, now);
  const totals = totalsOf(turn);
  const knowledge = knowledgeOf(turn);
  const whole = turnMs(turn, now);
  const words = [
    totals.provider === 'reflex' ? t('turn.reflex') : totals.provider,
    duration(whole),
    totals.calls > 1 ? tn('turn.calls', totals.calls) : undefined,
    totals.tools > 0 ? tn('turn.tools', totals.tools) : undefined,
    // What is free is not worth a word; what nobody knows is.
    totals.costUsd ? money(totals.costUsd) : undefined,
    totals.unknownCosts > 0 ? tn('usage.unknownCalls', totals.unknownCosts) : undefined,
    totals.cacheShare === undefined
      ? undefined
      : t('turn.cached', { percent: percent(totals.cacheShare) }),
  ].filter((word) => word !== undefined);

  return (
    <footer className={css.bar}>
      <button
        type="button"
        className={css.story}
        aria-pressed={chosen}
        title={t('turn.story')}
        onClick={() => actions.onShowStory(turn.turnId)}
      >
        <span className={css.segments} aria-hidden>
          {story.bar.map(({ region, ms }) => (
            <i
              key={region}
              title={`${t(`region.${region}`)} ${duration(ms)}`}
              style={{ flexGrow: ms, background: regionColour(region) }}
            />
          ))}
        </span>
        {/* What has no room is left out whole; the story has it. */}
        <span className={css.words}>
          {words.map((word, index) => (
            <Fragment key={word}>
              {index > 0 && ' '}
              <span>{index > 0 ? `· ${word}` : word}</span>
            </Fragment>
          ))}
        </span>
      </button>
      {knowledge && (
        <Link className={css.why} href={whyLink(turn.turnId, knowledge)}>
          {t('turn.why')}
        </Link>
      )}
      {turn.endedAt !== undefined && (
        <span className={hover.tools}>
          {answerText(turn) !== '' && (
            <IconButton
              className={hover.tool}
              label={copied ? t('code.copied') : t('turn.copy')}
              onClick={() => copy(answerText(turn))}
            >
              {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
            </IconButton>
          )}
          {canRetry && (
            <ModelMenu
              onChange={(model) => void actions.onSend(turn.text, retryOf(turn, model))}
              trigger={
                <IconButton className={hover.tool} label={t('turn.retry')}>
                  <RotateCcw aria-hidden />
                </IconButton>
              }
            />
          )}
          <IconButton
            className={hover.tool}
            label={t('turn.fork')}
            onClick={() => actions.onFork(turn.turnId)}
          >
            <GitFork aria-hidden />
          </IconButton>
        </span>
      )}
    </footer>
  );
});
