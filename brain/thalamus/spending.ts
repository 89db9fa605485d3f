/**
 * The account: what each call used and cost, by the owner's local day; and the limit of a day.
 *
 * One file per day, one line per call, so that a start reads a single small file. Transcripts are
 * the truth: each line repeats a `usage` event, and recovery adds those that a crash kept out.
 * Always holds: a call is counted once, however often it is told; sessions that run side by side
 * cannot pass the limit together, since each holds its estimate while its call runs.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpendingTotals } from '../../protocol/index.ts';
import type { Hold, Spending, SpentCall } from '../regions.ts';
import type { HomePaths } from '../shared/home.ts';
import type { Logger } from '../shared/log.ts';
import { addUsage, noUsage } from '../shared/model.ts';
import { codeOf, messageOf } from '../shared/result.ts';
import { type Clock, isoLocal, localDate } from '../shared/time.ts';
import type { Storage } from '../storage/index.ts';
import { type AccountRecord, accountLine, readAccount } from './account-line.ts';

/** Days kept in memory: today, and yesterday for what a crash around midnight left over. */
const KEPT_DAYS = 3;
/** Sums of binary fractions: a millionth of a cent is no reason to ask. */
const ROUNDING_USD = 1e-9;

interface Day {
  readonly calls: SpentCall[];
  readonly ids: Set<string>;
  spentUsd: number;
  /** The limit that the owner allowed passing for the rest of that day; another one asks again. */
  allowedUsd: number;
}

export function createSpending(deps: {
  readonly paths: Pick<HomePaths, 'spending'>;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
}): Spending {
  const { paths, storage, clock, logger } = deps;
  const days = new Map<string, Promise<Day>>();
  const held = new Set<{ readonly usd: number }>();
  const fileOf = (day: string): string => join(paths.spending, `${day}.jsonl`);
  const today = (): string => localDate(clock.now());

  async function read(name: string): Promise<Day> {
    const { records, unreadable } = readAccount((await storage.read(fileOf(name))) ?? '');
    if (unreadable > 0) {
      logger.warn('lines of the account could not be read', { day: name, lines: unreadable });
    }
    const day: Day = { calls: [], ids: new Set(), spentUsd: 0, allowedUsd: 0 };
    for (const record of records) add(day, record);
    return day;
  }

  /** The one copy of a day that is written to. */
  function open(name: string): Promise<Day> {
    const known = days.get(name);
    if (known !== undefined) return known;
    const day = read(name);
    days.set(name, day);
    // Once read it stays; a day that could not be read is tried again.
    day.catch(() => days.delete(name));
    for (const other of [...days.keys()].slice(0, -KEPT_DAYS)) days.delete(other);
    return day;
  }

  function write(name: string, record: AccountRecord): void {
    try {
      storage.append(fileOf(name), accountLine(record));
    } catch (thrown) {
      // It counts until the end of this process; the transcript keeps it for good.
      logger.error('a call is missing in the account', { reason: messageOf(thrown) });
    }
  }

  async function dayNames(from: string, to: string): Promise<readonly string[]> {
    try {
      const names = (await readdir(paths.spending)).flatMap(
        (name) => /^(\d{4}-\d\d-\d\d)\.jsonl$/.exec(name)?.[1] ?? [],
      );
      return [...new Set([...names, ...days.keys()])]
        .filter((name) => name >= from && name <= to)
        .sort();
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return [];
      throw thrown;
    }
  }

  return {
    async record(call) {
      const name = localDate(new Date(call.at));
      const day = await open(name);
      if (add(day, { type: 'call', ...call })) write(name, { type: 'call', ...call });
    },
    async reserve({ estimateUsd, limitUsd, allowed }) {
      if (limitUsd === 0 || estimateUsd === 0) return { kind: 'held', hold: noHold };
      const day = await open(today());
      // From here to the hold nothing is waited for: two sessions cannot both see the same room.
      const running = [...held].reduce((sum, { usd }) => sum + usd, 0);
      const spentUsd = day.spentUsd + running;
      const fits = estimateUsd !== undefined && spentUsd + estimateUsd <= limitUsd + ROUNDING_USD;
      if (!fits && !allowed && day.allowedUsd !== limitUsd) return { kind: 'ask', spentUsd };
      const mine = { usd: estimateUsd ?? 0 };
      held.add(mine);
      return { kind: 'held', hold: { release: () => void held.delete(mine) } };
    },
    async allowToday(limitUsd) {
      const name = today();
      const record = { type: 'allowed', at: isoLocal(clock.now()), limitUsd } as const;
      if (add(await open(name), record)) write(name, record);
    },
    async meanOutput({ provider, model }) {
      const day = await open(today());
      const calls = day.calls.filter((call) => call.provider === provider && call.model === model);
      if (calls.length === 0) return 0;
      return calls.reduce((sum, { outputTokens }) => sum + outputTokens, 0) / calls.length;
    },
    async today() {
      const name = today();
      const { calls, spentUsd, allowedUsd } = await open(name);
      const unknownCalls = calls.filter(({ costUsd }) => costUsd === undefined).length;
      return { day: name, spentUsd, unknownCalls, allowedUsd };
    },
    async totals({ from, to, sessionId, without = () => false }) {
      const lines = new Map<string, SpendingTotals>();
      for (const name of await dayNames(from, to)) {
        const { calls } = await (days.get(name) ?? read(name));
        for (const call of calls) {
          if (sessionId !== undefined && call.sessionId !== sessionId) continue;
          if (without(call.sessionId)) continue;
          const key = JSON.stringify([name, call.provider, call.model]);
          lines.set(key, plus(lines.get(key) ?? emptyLine(name, call), call));
        }
      }
      return [...lines.values()];
    },
  };
}

const noHold: Hold = { release() {} };

/** False for what is there already. */
function add(day: Day, record: AccountRecord): boolean {
  if (record.type === 'allowed') {
    const isNew = day.allowedUsd !== record.limitUsd;
    day.allowedUsd = record.limitUsd;
    return isNew;
  }
  const id = `${record.turnId}:${record.number}`;
  if (day.ids.has(id)) return false;
  const { type: _type, ...call } = record;
  day.ids.add(id);
  day.calls.push(call);
  day.spentUsd += call.costUsd ?? 0;
  return true;
}

function emptyLine(day: string, { provider, model }: SpentCall): SpendingTotals {
  return { day, provider, model, calls: 0, unknownCalls: 0, ...noUsage, costUsd: 0 };
}

function plus(line: SpendingTotals, call: SpentCall): SpendingTotals {
  const { costUsd = 0, ...sums } = addUsage(line, call);
  return {
    ...line,
    ...sums,
    costUsd: Number(costUsd.toFixed(9)),
    calls: line.calls + 1,
    unknownCalls: line.unknownCalls + (call.costUsd === undefined ? 1 : 0),
  };
}
