/** One region's line in the story; opens to what it did. */
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { failureWords } from '../conversation/failure-words.ts';
import { cx } from '../design/cx.ts';
import { type I18n, useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import {
  hasRun,
  isAboutMoney,
  openAsks,
  ranMs,
  type ToolState,
  type TurnState,
} from '../store/turns.ts';
import { allInput } from '../usage/by-day.ts';
import css from './brain-panel.module.css';
import { knowledgeOf, type Region, regionColour, type StoryStep, totalsOf } from './story.ts';
import { whyLink } from './why-link.ts';

interface StepLineProps {
  readonly step: StoryStep;
  readonly turn: TurnState;
}

export function StepLine({ step, turn }: StepLineProps) {
  const i18n = useI18n();
  const { t, duration } = i18n;
  const [open, setOpen] = useState(false);
  const id = useId();
  const { region, phase } = step;
  const details = phase === 'ahead' ? [] : detailsOf(region, turn, i18n);
  const live = phase === 'now';
  const body = (
    <>
      <i className={css.dot} aria-hidden />
      <span className={css.words}>
        <b>{t(`region.${region}`)}</b>
        <small>{summaryOf(region, step, turn, i18n)}</small>
      </span>
      <span className={css.ms}>
        {live ? t('brain.now') : step.ms ? duration(step.ms) : ''}
        {details.length > 0 && <ChevronRight aria-hidden />}
      </span>
    </>
  );
  return (
    <li
      className={cx(css.step, live && css.now, phase === 'ahead' && css.ahead)}
      style={{ '--region': regionColour(region) }}
    >
      {details.length > 0 ? (
        <button
          type="button"
          className={css.line}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {body}
        </button>
      ) : (
        <div className={css.line}>{body}</div>
      )}
      {open && (
        <ul id={id} className={css.details}>
          {details.map((detail) => (
            <li key={detail.key}>
              <span>{detail.words}</span>
              {detail.figure && <em>{detail.figure}</em>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function summaryOf(region: Region, step: StoryStep, turn: TurnState, i18n: I18n): string {
  const { t, tn, number, compact, percent } = i18n;
  if (step.phase === 'ahead') {
    return t(turn.endedAt === undefined ? `region.${region}.ahead` : 'story.unused');
  }
  const tools = toolsOf(turn);
  const totals = totalsOf(turn);
  const knowledge = knowledgeOf(turn);
  switch (region) {
    case 'prefrontal':
      return knowledge
        ? t('story.prefrontal', {
            included: number(knowledge.included.length),
            all: number(knowledge.included.length + knowledge.dropped.length),
            tokens: number(knowledge.used),
          })
        : t('story.prefrontal.now');
    case 'cortex': {
      const found = [...(knowledge?.included ?? []), ...(knowledge?.dropped ?? [])].filter(
        (candidate) => candidate.category === 'memory',
      ).length;
      const kept = knowledge?.included.filter((one) => one.category === 'memory').length ?? 0;
      return found === 0 ? t('story.cortex.none') : tn('story.cortex', found, { kept });
    }
    case 'thalamus': {
      const { provider = '', cacheShare } = totals;
      const name = provider === 'reflex' ? t('turn.reflex') : provider;
      return cacheShare !== undefined
        ? t('story.cached', { provider: name, percent: percent(cacheShare) })
        : name;
    }
    case 'language': {
      const { outputTokens } = totals;
      const characters = textLength(turn);
      return [
        outputTokens > 0
          ? tn('story.tokens', outputTokens, { count: compact(outputTokens) })
          : characters > 0
            ? tn('story.characters', characters)
            : undefined,
        tools.length > 0 ? tn('story.toolCalls', tools.length) : undefined,
      ]
        .filter((part) => part !== undefined)
        .join(', ');
    }
    case 'amygdala': {
      const waiting = openAsks(turn)[0];
      if (waiting) {
        const title = isAboutMoney(waiting) ? t('spend.title') : waiting.ask?.title;
        return t('story.waits', { title: title ?? waiting.name });
      }
      const asked = Object.values(turn.tools).filter((tool) => tool.ask).length;
      const judged = tools.filter((tool) => tool.safety).length;
      const blocked = tools.filter((tool) => tool.safety?.level === 'block').length;
      return [
        judged > 0 ? tn('story.judged', judged) : undefined,
        asked > 0 ? tn('story.asked', asked) : undefined,
        blocked > 0 ? tn('story.blocked', blocked) : undefined,
      ]
        .filter((part) => part !== undefined)
        .join(', ');
    }
    case 'motor': {
      const running = tools.find((tool) => tool.status === 'running');
      if (running && step.phase === 'now') return t('activity.tool', { name: running.name });
      return tn('story.steps', tools.filter((tool) => tool.result && hasRun(tool)).length);
    }
    case 'cerebellum':
      return [...new Set(tools.map((tool) => tool.name))].filter(Boolean).join(', ');
    case 'hippocampus':
      return turn.memory ? t('story.episode') : t('region.hippocampus.ahead');
    case 'basalganglia':
      if (!turn.memory) return t('region.basalganglia.ahead');
      return turn.memory.outcomes === 0
        ? t('story.unused')
        : tn('story.outcomes', turn.memory.outcomes);
  }
}

interface Detail {
  readonly key: string;
  readonly words: ReactNode;
  readonly figure?: string;
}

function detailsOf(region: Region, turn: TurnState, i18n: I18n): readonly Detail[] {
  const { t, duration, number, money } = i18n;
  const tools = toolsOf(turn);
  switch (region) {
    case 'prefrontal':
      return turn.calls.flatMap((call): Detail[] =>
        call.context
          ? [
              {
                key: `${call.call}`,
                words: (
                  <Link href={whyLink(turn.turnId, call.context)}>
                    {t('story.callContext', { call: call.call })}
                  </Link>
                ),
                figure: duration(call.context.ms),
              },
            ]
          : [],
      );
    case 'thalamus':
      return turn.calls.flatMap((call): Detail[] => [
        ...(call.provider?.failed ?? []).map((failure) => ({
          key: `${call.call} ${failure.provider}`,
          words: failureWords(failure),
        })),
        ...(call.provider?.route === undefined
          ? []
          : [
              {
                key: `${call.call} route`,
                words: t('story.route', { keyword: call.provider.route }),
              },
            ]),
        ...(call.provider
          ? [
              {
                key: `${call.call}`,
                words: `${call.provider.model || call.provider.provider}${
                  call.usage
                    ? ` · ${number(allInput(call.usage))} → ${number(call.usage.outputTokens)}`
                    : ''
                }${call.usage?.costUsd === undefined ? '' : ` · ${money(call.usage.costUsd)}`}`,
                figure: call.usage ? duration(call.usage.ms) : '',
              },
            ]
          : []),
      ]);
    case 'amygdala':
      return Object.values(turn.tools).map((tool) => ({
        key: tool.toolCallId,
        words: isAboutMoney(tool) ? t('spend.title') : `${tool.name}: ${tool.safety?.reason ?? ''}`,
        figure: tool.decision
          ? t(`decision.${tool.decision}`)
          : tool.safety
            ? t(`safety.${tool.safety.level}`)
            : '',
      }));
    case 'motor':
      return tools.map((tool) => ({
        key: tool.toolCallId,
        words: `${tool.name}: ${t(`tool.status.${tool.status}`)}`,
        figure: tool.result ? duration(ranMs(tool)) : '',
      }));
    case 'hippocampus':
      return turn.memory
        ? [
            {
              key: 'episode',
              words: (
                <Link href={to.mindFile(episodePath(turn.memory.episode))}>
                  {turn.memory.episode}
                </Link>
              ),
            },
          ]
        : [];
    default:
      return [];
  }
}

/** The event names the file with or without its folder. */
function episodePath(episode: string): string {
  return episode.includes('/') ? episode : `hippocampus/episodes/${episode}`;
}

/** Without the questions about money, which are no tools. */
function toolsOf(turn: TurnState): readonly ToolState[] {
  return Object.values(turn.tools).filter((tool) => !isAboutMoney(tool));
}

function textLength(turn: TurnState): number {
  return turn.calls.reduce((sum, call) => sum + call.text.length, 0);
}
