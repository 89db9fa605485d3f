/**
 * Models that a server downloads because the owner asked for it. Each model once at a time, whoever
 * asks; a download goes on without any window, and ends with the brain.
 */
import type { ModelPull } from '../../protocol/index.ts';
import type { Thalamus } from '../regions.ts';
import type { Logger } from '../shared/log.ts';
import { err, messageOf, ok } from '../shared/result.ts';
import { type Sentence, say, sentenceOf, spoken, withEach } from '../shared/say.ts';
import type { Clock } from '../shared/time.ts';
import { problemOf, readableBody } from './failures.ts';
import { HttpError } from './http.ts';
import { isOllamaCloud } from './locality.ts';
import type { PullStep } from './providers/provider.ts';
import { apis, keyHint, type Registry } from './registry.ts';
import type { ConfiguredProvider } from './targets.ts';

export interface PullDeps {
  readonly provider: (name: string) => ConfiguredProvider | undefined;
  readonly registry: Registry;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The provider has one model more. */
  readonly onDone: (provider: string) => void;
  readonly onChange: (pull: ModelPull) => void;
}

export interface Pulls extends NonNullable<Thalamus['pulls']> {
  /** The provider is gone: its downloads end. */
  forget(provider: string): void;
  close(): Promise<void>;
}

/** Checking the sum of a large model takes its server minutes without a word. */
const SILENCE_MS = 10 * 60_000;
/** Between two events that only count bytes. */
const TELL_EVERY_MS = 250;

interface Entry {
  pull: ModelPull;
  readonly stop: AbortController;
  running: Promise<void>;
}

export function createPulls(deps: PullDeps): Pulls {
  const entries = new Map<string, Entry>();

  function change(entry: Entry, news: Partial<ModelPull>): void {
    entry.pull = { ...entry.pull, ...news };
    deps.onChange(entry.pull);
  }

  async function run(entry: Entry, provider: ConfiguredProvider): Promise<void> {
    const { model } = entry.pull;
    const silence = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const heard = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
    };
    try {
      heard();
      const signal = AbortSignal.any([entry.stop.signal, silence.signal]);
      const connection = await deps.registry.connect(provider, signal, heard);
      const steps = apis[provider.wire].pull?.(model, connection) ?? [];
      await follow(entry, steps);
      entries.delete(keyOf(entry.pull));
      deps.onDone(provider.name);
      change(entry, { state: 'done' });
    } catch (thrown) {
      if (entry.stop.signal.aborted) {
        entries.delete(keyOf(entry.pull));
        change(entry, { state: 'cancelled' });
        return;
      }
      const words = silence.signal.aborted
        ? say('provider.quiet', { provider: provider.name, minutes: SILENCE_MS / 60_000 })
        : whyFailed(thrown, provider, model, deps.clock.now());
      const told = spoken({ error: withEach(words, deps.redact) });
      const { error } = told;
      deps.logger.warn('a model was not downloaded', { provider: provider.name, model, error });
      change(entry, { state: 'failed', ...told });
    } finally {
      clearTimeout(timer);
    }
  }

  async function follow(entry: Entry, steps: AsyncIterable<PullStep> | Iterable<PullStep>) {
    const parts = createParts();
    let toldAt = Number.NEGATIVE_INFINITY;
    for await (const { status, digest, completed = 0, total } of steps) {
      if (digest !== undefined) parts.put(digest, { completed, total });
      const news = { status: deps.redact(status), ...parts.sum() };
      const isQuiet = news.status === entry.pull.status;
      if (isQuiet && performance.now() - toldAt < TELL_EVERY_MS) {
        entry.pull = { ...entry.pull, ...news };
        continue;
      }
      toldAt = performance.now();
      change(entry, news);
    }
  }

  return {
    start(name, model) {
      const provider = deps.provider(name);
      if (provider === undefined) return err('not_found');
      const { baseUrl, wire } = provider;
      if (apis[wire].pull === undefined || isOllamaCloud(baseUrl)) return err('not_possible');
      const key = keyOf({ provider: name, model });
      const known = entries.get(key);
      if (known?.pull.state === 'running') return ok(known.pull);
      const entry: Entry = {
        pull: { provider: name, model, state: 'running', status: '', completed: 0 },
        stop: new AbortController(),
        running: Promise.resolve(),
      };
      entries.set(key, entry);
      deps.onChange(entry.pull);
      entry.running = run(entry, provider);
      return ok(entry.pull);
    },
    cancel(provider, model) {
      const key = keyOf({ provider, model });
      const entry = entries.get(key);
      if (entry === undefined) return false;
      if (entry.pull.state === 'running') {
        entry.stop.abort();
        return true;
      }
      entries.delete(key);
      change(entry, { state: 'cancelled' });
      return true;
    },
    list: () => [...entries.values()].map(({ pull }) => pull),
    forget(provider) {
      for (const [key, entry] of entries) {
        if (entry.pull.provider !== provider) continue;
        entry.stop.abort();
        entries.delete(key);
      }
    },
    async close() {
      const open = [...entries.values()];
      for (const { stop } of open) stop.abort();
      await Promise.all(open.map(({ running }) => running));
    },
  };
}

function keyOf({ provider, model }: Pick<ModelPull, 'provider' | 'model'>): string {
  return `${provider}\n${model}`;
}

interface Part {
  readonly completed: number;
  readonly total: number | undefined;
}

/** No model comes in so many parts; a server that invents more is not counted any further. */
const MAX_PARTS = 10_000;

/** The parts of a model so far, with running sums: a step costs the same however many there are. */
function createParts() {
  const parts = new Map<string, Part>();
  let completed = 0;
  let total = 0;
  let without = 0;
  const count = (part: Part, sign: 1 | -1): void => {
    completed += sign * part.completed;
    total += sign * (part.total ?? 0);
    if (part.total === undefined) without += sign;
  };
  return {
    put(digest: string, part: Part): void {
      const before = parts.get(digest);
      if (before === undefined && parts.size >= MAX_PARTS) return;
      if (before !== undefined) count(before, -1);
      count(part, 1);
      parts.set(digest, part);
    },
    /** Without a total where the server does not say how much comes. */
    sum(): Pick<ModelPull, 'completed' | 'total'> {
      return parts.size === 0 || without > 0 ? { completed } : { completed, total };
    },
  };
}

function whyFailed(
  thrown: unknown,
  provider: ConfiguredProvider,
  model: string,
  now: Date,
): Sentence {
  const said = thrown instanceof HttpError ? thrown.body : messageOf(thrown);
  if (/file does not exist|manifest unknown/i.test(said)) {
    return say('pull.unknownModel', { model });
  }
  if (/did not receive done/i.test(said)) {
    return say('pull.brokeOff', { provider: provider.name });
  }
  if (/no space left/i.test(said)) {
    return say('pull.diskFull', { provider: provider.name, words: readableBody(said) });
  }
  const { name, config, baseUrl } = provider;
  const place = { provider: name, kind: config.kind, model, baseUrl, keyHint: keyHint(provider) };
  return sentenceOf(problemOf(thrown, place, now), 'message');
}
