/** What a region did, in one line. */
import { toolName } from '../conversation/tool-words.ts';
import type { I18n } from '../i18n/index.ts';
import { hasRun, isAboutMoney, openAsks, type ToolState, type TurnState } from '../store/turns.ts';
import { knowledgeOf, type Region, type StoryStep, totalsOf } from './story.ts';

export function summaryOf(region: Region, step: StoryStep, turn: TurnState, i18n: I18n): string {
  const { t, told, tn, number, compact, percent, list } = i18n;
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
      return list(
        [
          outputTokens > 0
            ? tn('story.tokens', outputTokens, { count: compact(outputTokens) })
            : characters > 0
              ? tn('story.characters', characters)
              : undefined,
          tools.length > 0 ? tn('story.toolCalls', tools.length) : undefined,
        ].filter((part) => part !== undefined),
      );
    }
    case 'amygdala': {
      const waiting = openAsks(turn)[0];
      if (waiting) {
        const title = isAboutMoney(waiting)
          ? t('spend.title')
          : waiting.ask && told(waiting.ask, 'title');
        return t('story.waits', { title: title ?? toolName(waiting.name) });
      }
      const asked = Object.values(turn.tools).filter((tool) => tool.ask).length;
      const judged = tools.filter((tool) => tool.safety).length;
      const blocked = tools.filter((tool) => tool.safety?.level === 'block').length;
      return list(
        [
          judged > 0 ? tn('story.judged', judged) : undefined,
          asked > 0 ? tn('story.asked', asked) : undefined,
          blocked > 0 ? tn('story.blocked', blocked) : undefined,
        ].filter((part) => part !== undefined),
      );
    }
    case 'motor': {
      const running = tools.find((tool) => tool.status === 'running');
      if (running && step.phase === 'now')
        return t('activity.tool', { name: toolName(running.name) });
      return tn('story.steps', tools.filter((tool) => tool.result && hasRun(tool)).length);
    }
    case 'cerebellum':
      return list([...new Set(tools.map(({ name }) => toolName(name)))].filter(Boolean));
    case 'hippocampus':
      return turn.memory ? t('story.episode') : t('region.hippocampus.ahead');
    case 'basalganglia':
      return turn.memory?.outcomes
        ? tn('story.outcomes', turn.memory.outcomes)
        : t('region.basalganglia.ahead');
  }
}

/** Without the questions about money, which are no tools. */
export function toolsOf(turn: TurnState): readonly ToolState[] {
  return Object.values(turn.tools).filter((tool) => !isAboutMoney(tool));
}

function textLength(turn: TurnState): number {
  return turn.calls.reduce((sum, call) => sum + call.text.length, 0);
}
