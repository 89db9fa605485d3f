/**
 * One running process of a plugin. Must always hold: every call gets one result, whatever happens in
 * there; nothing that was started outlives `stop`.
 */
import type { JsonObject, JsonValue } from '../../../protocol/index.ts';
import type { ToolResult } from '../../regions.ts';
import type { NodeChild } from '../../shared/host.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type Sentence, say, verbatim } from '../../shared/say.ts';
import { clip } from '../../shared/text.ts';
import { endTree } from '../process-tree.ts';
import { done, failed } from '../tool.ts';
import type { PluginLimits } from './limits.ts';
import { openChannel } from './line-channel.ts';
import type { FromChild, PluginContext, PluginTool } from './messages.ts';

/** What a plugin may ask of the brain while a call runs. Errors are sentences for it. */
export interface CallHost {
  readonly workingDir: string;
  /** The owner's Stop. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  onOutput(text: string): void;
  fetch(url: string, options: JsonValue): Promise<Result<JsonValue>>;
  run(program: string, words: JsonValue): Promise<Result<JsonValue>>;
}

export interface PluginProcess {
  readonly name: string;
  readonly tools: readonly PluginTool[];
  readonly hasEnded: boolean;
  call(tool: string, args: JsonObject, host: CallHost): Promise<ToolResult>;
  /** Lets it clean up, then ends it with all it has started. */
  stop(): Promise<void>;
}

export interface ProcessDeps {
  readonly child: NodeChild;
  /** In the environment of all that it starts; absent where the sandbox ends that with it. */
  readonly mark?: string;
  readonly entry: string;
  readonly context: PluginContext;
  readonly limits: PluginLimits;
  log(text: string): void;
  /** Ends it when it does what it must not; gives what ends the watch. */
  watch(end: (reason: Sentence) => void): () => void;
  /** It is gone, by itself or not. */
  onEnd(): void;
}

const TAIL_LENGTH = 2_000;

interface Call {
  readonly host: CallHost;
  finish(result: ToolResult): void;
}

/** Starts talking to a process that was just started; the error says why it cannot be used. */
export async function openPlugin(deps: ProcessDeps): Promise<Result<PluginProcess, Sentence>> {
  const { child, limits } = deps;
  const calls = new Map<number, Call>();
  const loaded =
    Promise.withResolvers<Result<{ name: string; tools: readonly PluginTool[] }, Sentence>>();
  const exited = Promise.withResolvers<void>();
  const destroyed = Promise.withResolvers<void>();
  let ended: Sentence | undefined;
  let leftEnded: Promise<void> | undefined;
  let lastCall = 0;
  const printed = printedBy(child, limits.printedBytes);

  function end(reason: Sentence): void {
    if (ended !== undefined) return;
    ended = reason;
    stopWatching();
    child.kill();
    if (child.pid !== undefined && deps.mark !== undefined) {
      leftEnded = endTree(child.pid, deps.mark);
    }
    for (const [id, { finish }] of [...calls]) {
      calls.delete(id);
      finish(failed('error', say('plugin.wasEnded', { why: reason })));
    }
    loaded.resolve(err(reason));
    destroyed.resolve();
    deps.onEnd();
  }

  const stopWatching = deps.watch(end);
  child.onExit((code) => {
    const last = clip(printed.tail().trim(), 600);
    const how = code === null ? say('plugin.endedBySystem') : say('plugin.endedItself', { code });
    end(last === '' ? how : say('plugin.afterSaying', { how, words: last }));
    exited.resolve();
  });
  const channel = openChannel(child.channel, limits, { message: take, broken: end });

  function take(message: FromChild): void {
    switch (message.type) {
      case 'loaded':
        loaded.resolve(ok({ name: message.name, tools: message.tools }));
        return;
      case 'failed':
        loaded.resolve(err(verbatim(clip(message.reason, 1_000))));
        return;
      case 'result': {
        const call = calls.get(message.id);
        calls.delete(message.id);
        call?.finish(resultOf(message));
        return;
      }
      case 'ask':
        void answer(message);
        return;
      case 'output':
        calls.get(message.call)?.host.onOutput(message.text);
        return;
      case 'log':
        deps.log(clip(message.text, 1_000));
        return;
      case 'destroyed':
        destroyed.resolve();
    }
  }

  async function answer({ id, call, method, args }: Extract<FromChild, { type: 'ask' }>) {
    const host = calls.get(call)?.host;
    const [first, second = {}] = args;
    const what = typeof first === 'string' ? first : '';
    const given =
      host === undefined
        ? err('This can only be asked for while a call runs.')
        : await (method === 'fetch' ? host.fetch(what, second) : host.run(what, second));
    const value = given.ok ? given.value : given.error;
    channel.send({ type: 'answer', id, ok: given.ok, value });
  }

  function call(tool: string, args: JsonObject, host: CallHost): Promise<ToolResult> {
    if (ended !== undefined) {
      return Promise.resolve(failed('error', say('plugin.wasEnded', { why: ended })));
    }
    if (host.signal.aborted) return Promise.resolve(failed('stopped', say('tool.stopped')));
    if (calls.size === 0) {
      channel.forgive();
      printed.forgive();
    }
    lastCall += 1;
    const id = lastCall;
    const { promise, resolve } = Promise.withResolvers<ToolResult>();
    let late: NodeJS.Timeout | undefined;
    /** It may still say what it has done; then it is over, with the process where it must be. */
    const interrupt = (result: ToolResult, reason: Sentence): void => {
      channel.send({ type: 'abort', id });
      late = setTimeout(() => {
        calls.delete(id);
        finish(result);
        end(reason);
      }, limits.graceMs);
    };
    const onStop = (): void =>
      interrupt(failed('stopped', say('tool.stopped')), say('plugin.didNotStop'));
    const timer = setTimeout(() => {
      const over = say('tool.timedOut', { ms: host.timeoutMs });
      interrupt(failed('timeout', over), say('plugin.tookTooLong'));
    }, host.timeoutMs);
    const finish = (result: ToolResult): void => {
      clearTimeout(timer);
      clearTimeout(late);
      host.signal.removeEventListener('abort', onStop);
      resolve(result);
    };
    host.signal.addEventListener('abort', onStop, { once: true });
    calls.set(id, { host, finish });
    channel.send({ type: 'call', id, tool, args, workingDir: host.workingDir });
    return promise;
  }

  const tooLate = setTimeout(() => {
    end(say('plugin.startTooLong'));
  }, limits.loadMs);
  channel.send({ type: 'load', entry: deps.entry, context: deps.context });
  const first = await loaded.promise;
  clearTimeout(tooLate);
  if (!first.ok) {
    end(first.error);
    return err(ended ?? first.error);
  }
  return ok({
    ...first.value,
    get hasEnded() {
      return ended !== undefined;
    },
    call,
    async stop() {
      if (ended === undefined) {
        channel.send({ type: 'destroy' });
        const timer = setTimeout(destroyed.resolve, limits.graceMs);
        await destroyed.promise;
        clearTimeout(timer);
        end(say('plugin.notNeeded'));
      }
      await exited.promise;
      await leftEnded;
    },
  });
}

function resultOf({
  success,
  output,
  error,
  images = [],
}: Extract<FromChild, { type: 'result' }>): ToolResult {
  const shown = images.length === 0 ? {} : { images };
  if (success) return { ...done(output), ...shown };
  const said = [error, output].filter((text) => text !== undefined && text !== '').join('\n');
  return { ...failed('error', said || say('plugin.failedSilently')), ...shown };
}

interface Printed {
  /** The end of it. */
  tail(): string;
  /** A new call: it may print again. */
  forgive(): void;
}

/** When it prints more than anybody reads, nothing more is taken, and it has to wait. */
function printedBy({ stdout, stderr }: NodeChild, maxBytes: number): Printed {
  let tail = '';
  let bytes = 0;
  for (const stream of [stdout, stderr]) {
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      tail = (tail + chunk.toString('utf8')).slice(-TAIL_LENGTH);
      if (bytes > maxBytes) for (const one of [stdout, stderr]) one.pause();
    });
  }
  return {
    tail: () => tail,
    forgive() {
      bytes = 0;
      for (const one of [stdout, stderr]) one.resume();
    },
  };
}
