/**
 * The program that a plugin's process runs. It loads the plugin and passes calls on to it. What the
 * plugin may do is not decided here, where its own code runs, but by the brain and the sandbox.
 */
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../../../protocol/index.ts';
import type { FromChild, PluginContext, ToChild } from './messages.ts';

/** What a plugin's module exports, by name or as its default. */
interface PluginModule {
  readonly name: string;
  readonly tools: readonly JsonObject[];
  init?(context: PluginContext): unknown;
  execute(tool: string, args: JsonObject, host: object): unknown;
  destroy?(): unknown;
}

// A plugin that patches these patches its own.
const { parse, stringify } = JSON;
const channel = new Socket({ fd: 3, readable: true, writable: true });
const running = new Map<number, AbortController>();
const asked = new Map<number, PromiseWithResolvers<unknown>>();
let plugin: PluginModule | undefined;
let lastAsk = 0;

function send(message: FromChild): void {
  channel.write(`${stringify(message)}\n`);
}

const reasonOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);

function ask(call: number, method: 'fetch' | 'run', args: readonly unknown[]): Promise<unknown> {
  lastAsk += 1;
  const waiting = Promise.withResolvers<unknown>();
  asked.set(lastAsk, waiting);
  send({ type: 'ask', id: lastAsk, call, method, args: parse(stringify(args)) });
  return waiting.promise;
}

async function load(entry: string, context: PluginContext): Promise<void> {
  try {
    const module = await import(pathToFileURL(entry).href);
    const found = typeof module.execute === 'function' ? module : module.default;
    if (typeof found?.execute !== 'function') {
      throw new TypeError('it exports no function "execute"');
    }
    if (!Array.isArray(found.tools)) throw new TypeError('it exports no list "tools"');
    await found.init?.(context);
    plugin = found;
    const tools = parse(stringify(found.tools));
    send({ type: 'loaded', name: String(found.name ?? ''), tools });
  } catch (thrown) {
    send({ type: 'failed', reason: reasonOf(thrown) });
  }
}

async function call({ id, tool, args, workingDir }: Extract<ToChild, { type: 'call' }>) {
  const abort = new AbortController();
  running.set(id, abort);
  const host = {
    workingDir,
    signal: abort.signal,
    log: (text: unknown) => send({ type: 'log', text: String(text) }),
    output: (text: unknown) => send({ type: 'output', call: id, text: String(text) }),
    fetch: (url: unknown, options?: unknown) => ask(id, 'fetch', [String(url), options ?? {}]),
    run: (program: unknown, words: unknown) => ask(id, 'run', [program, words ?? []]),
  };
  try {
    if (plugin === undefined) throw new Error('it is not loaded');
    const result = shaped(await plugin.execute(tool, args, host));
    send({ ...result, type: 'result', id });
  } catch (thrown) {
    const error = reasonOf(thrown);
    send({ type: 'result', id, success: false, output: '', error });
  } finally {
    running.delete(id);
  }
}

/** `{ success, output, error?, images? }`; a bare value counts as the output of a success. */
function shaped(given: unknown): Omit<Extract<FromChild, { type: 'result' }>, 'type' | 'id'> {
  const isShaped = typeof given === 'object' && given !== null && 'success' in given;
  const result: Record<string, unknown> = isShaped
    ? { ...given }
    : { success: true, output: given };
  const { success, output, error, images } = result;
  return {
    success: success === true,
    output: textOf(output),
    ...(error === undefined || error === null ? {} : { error: textOf(error) }),
    ...(images === undefined ? {} : { images: parse(stringify(images)) }),
  };
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : stringify(value, null, 2);
}

async function obey(message: ToChild): Promise<void> {
  switch (message.type) {
    case 'load':
      return load(message.entry, message.context);
    case 'call':
      return call(message);
    case 'abort':
      running.get(message.id)?.abort();
      return;
    case 'answer': {
      const waiting = asked.get(message.id);
      asked.delete(message.id);
      if (message.ok) waiting?.resolve(message.value);
      else waiting?.reject(new Error(String(message.value)));
      return;
    }
    case 'destroy':
      try {
        await plugin?.destroy?.();
      } catch (thrown) {
        send({ type: 'log', text: `destroy failed: ${reasonOf(thrown)}` });
      }
      send({ type: 'destroyed' });
  }
}

let rest = '';
channel.setEncoding('utf8');
channel.on('data', (chunk: string) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) void obey(parse(line));
});
// The brain is gone: so is the reason to be.
channel.on('close', () => process.exit(0));
channel.on('error', () => process.exit(0));
