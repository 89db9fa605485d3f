/** The lines of `thalamus/spending/YYYY-MM-DD.jsonl`: what each model call used, and what it cost. */
import type { SpentCall } from '../regions.ts';
import { parseJson } from '../shared/json.ts';

const ACCOUNT_VERSION = 1;

export type AccountRecord =
  | ({ readonly type: 'call' } & SpentCall)
  /** The owner allowed passing this limit for the rest of the file's day. */
  | { readonly type: 'allowed'; readonly at: string; readonly limitUsd: number };

export function accountLine(record: AccountRecord): string {
  return `${JSON.stringify({ v: ACCOUNT_VERSION, ...record })}\n`;
}

/** The records that can be read, and how many lines could not: a torn end, damage, a newer program. */
export function readAccount(text: string): {
  readonly records: readonly AccountRecord[];
  readonly unreadable: number;
} {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const records = lines.map(readLine).filter((record) => record !== undefined);
  return { records, unreadable: lines.length - records.length };
}

function readLine(line: string): AccountRecord | undefined {
  const value = parseJson(line);
  // Torn by a crash, or damaged: counted by the caller.
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  if (fields.v !== ACCOUNT_VERSION) return undefined;
  const at = words(fields.at);
  if (fields.type === 'allowed') {
    const limitUsd = figure(fields.limitUsd);
    return at === undefined || limitUsd === undefined
      ? undefined
      : { type: 'allowed', at, limitUsd };
  }
  const [sessionId, turnId, provider, model] = [
    words(fields.sessionId),
    words(fields.turnId),
    words(fields.provider),
    words(fields.model),
  ];
  const number = figure(fields.number);
  if (
    fields.type !== 'call' ||
    at === undefined ||
    sessionId === undefined ||
    turnId === undefined ||
    provider === undefined ||
    model === undefined ||
    number === undefined
  ) {
    return undefined;
  }
  const costUsd = figure(fields.costUsd);
  return {
    type: 'call',
    at,
    sessionId,
    turnId,
    number,
    provider,
    model,
    inputTokens: figure(fields.inputTokens) ?? 0,
    outputTokens: figure(fields.outputTokens) ?? 0,
    cacheReadTokens: figure(fields.cacheReadTokens) ?? 0,
    cacheWriteTokens: figure(fields.cacheWriteTokens) ?? 0,
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}

function words(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function figure(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
