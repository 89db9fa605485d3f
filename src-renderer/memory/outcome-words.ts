/** How turns and their tools went, as the diary has it, in the window's language. */
import { type StopReason, type TurnErrorCode, turnErrorCodes } from '../../protocol/index.ts';
import { toolName } from '../conversation/tool-words.ts';
import type { I18n } from '../i18n/index.ts';

/** Every way to end but the usual one. */
const stops = {
  max_iterations: 'days.ended.max_iterations',
  stopped: 'days.ended.stopped',
  length: 'days.ended.length',
  refusal: 'days.ended.refusal',
  spend_limit: 'days.ended.spend_limit',
  circles: 'days.ended.circles',
} as const satisfies Record<Exclude<StopReason, 'end'>, string>;

/** Undefined where a turn ended as it should. What its owner wrote there himself stays as it is. */
export function endingWords(outcome: string, { t }: I18n): string | undefined {
  if (outcome === 'end' || outcome === '') return undefined;
  if (Object.hasOwn(stops, outcome)) return t(stops[outcome as keyof typeof stops]);
  if (isErrorCode(outcome)) return t(`error.${outcome}`);
  return outcome;
}

/** The diary does not repeat what an answer made of text from elsewhere. */
const notRepeated = '(not repeated: text from elsewhere was in view)';

export function responseWords(response: string, { t }: I18n): string {
  return response === notRepeated ? t('days.notRepeated') : response;
}

const isErrorCode = (outcome: string): outcome is TurnErrorCode =>
  turnErrorCodes.some((code) => code === outcome);

/** Names, and how those went that did not succeed; undefined where there were none. */
export function toolsWords(tools: string, { t }: I18n): string | undefined {
  if (tools === '' || tools === 'none') return undefined;
  return tools
    .replace(/mcp__[A-Za-z0-9_-]+/g, toolName)
    .replaceAll(' (success)', '')
    .replaceAll(' (failure)', ` (${t('details.failure')})`)
    .replaceAll(' (denial)', ` (${t('details.denial')})`)
    .replaceAll(' (stopped)', ` (${t('details.stopped')})`)
    .replaceAll(' (interrupted)', ` (${t('details.interrupted')})`);
}
