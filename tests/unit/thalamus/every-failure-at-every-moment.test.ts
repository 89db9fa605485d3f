/**
 * The one right ending of a call for each failure, at each moment, from each format. A cell that is
 * missing in the table cannot happen.
 */
import { afterAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../brain/shared/model.ts';
import {
  bodyOf,
  type ModelServer,
  type ScriptedAnswer,
  type ServerKind,
  serverKinds,
} from '../../support/model-servers/index.ts';
import { type Harness, harness, readTool, silence } from './harness.ts';
import { providerAt, refusedUrl, serverPool } from './servers.ts';

/**
 * again: asked once more on the same provider, which then answers. next: the cascade's next answers
 * at once. fix: the same, and the provider is left alone until its key changes. broken, silent: the
 * turn ends with that error, what was shown is kept, no call runs, nobody else is asked.
 */
type Ending = 'again' | 'next' | 'fix' | 'broken' | 'silent';
type Moment = (typeof moments)[number];
/** `begun`: the stream has begun and said nothing yet. `last`: all was said, the end is missing. */
const moments = ['connect', 'headers', 'begun', 'text', 'call', 'last'] as const;

const shown = { text: 'broken', call: 'broken', last: 'broken' } as const;
const table: Readonly<Record<string, Partial<Readonly<Record<Moment, Ending>>>>> = {
  refused: { connect: 'next' },
  reset: { connect: 'again', headers: 'again', begun: 'again', ...shown },
  silent: {
    connect: 'next',
    headers: 'next',
    begun: 'next',
    text: 'silent',
    call: 'silent',
    last: 'silent',
  },
  cut: { begun: 'again', ...shown },
  clean_end: { headers: 'again', begun: 'again', ...shown },
  error_event: { begun: 'again', ...shown },
  // Before the stream a status, in it an error event of that name.
  429: { headers: 'again', begun: 'again', ...shown },
  500: { headers: 'again', begun: 'again', ...shown },
  529: { headers: 'again', begun: 'again', ...shown },
  401: { headers: 'fix', begun: 'fix', ...shown },
  400: { headers: 'next', begun: 'next', ...shown },
};

const names: Readonly<Record<string, string>> = {
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
  401: 'authentication_error',
  400: 'invalid_request_error',
};

const said: ScriptedAnswer = {
  text: 'This was shown already.',
  toolCalls: [{ name: 'Read', args: { file_path: 'halfway/there.txt' } }],
};

/** Where in the body each moment is; always between two events. */
const ends: Readonly<Record<ServerKind, { readonly begun: string; readonly last: string }>> = {
  anthropic: { begun: 'event: ping', last: 'event: message_stop' },
  openai: { begun: 'This was', last: '"finish_reason":"tool_calls"' },
  openai_responses: { begun: 'event: response.in_progress', last: 'event: response.completed' },
  ollama: { begun: 'This was', last: '"done":true' },
};

function placeOf(kind: ServerKind, moment: Moment, body: string): number {
  const separator = kind === 'ollama' ? '\n' : '\n\n';
  const startOfEvent = (at: number): number => {
    const before = body.lastIndexOf(separator, at);
    return before === -1 ? 0 : before + separator.length;
  };
  const endOfEvent = (at: number): number => body.indexOf(separator, at) + separator.length;
  switch (moment) {
    case 'begun':
      return startOfEvent(body.indexOf(ends[kind].begun));
    case 'text':
      return endOfEvent(body.indexOf('This was'));
    case 'call':
      // Ollama's calls come whole; that one came does not mean that the answer is whole.
      return endOfEvent(body.indexOf(kind === 'ollama' ? 'halfway' : 'alfwa'));
    case 'last':
      return startOfEvent(body.indexOf(ends[kind].last));
    default:
      return 0;
  }
}

function errorEvent(kind: ServerKind, type: string): string {
  const error = { type, code: type, message: `scripted ${type}` };
  switch (kind) {
    case 'anthropic':
      return `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`;
    case 'openai':
      return `data: ${JSON.stringify({ error })}\n\n`;
    case 'openai_responses':
      return `event: response.failed\ndata: ${JSON.stringify({ type: 'response.failed', response: { error } })}\n\n`;
    case 'ollama':
      return `${JSON.stringify({ error: `${type}: scripted` })}\n`;
  }
}

function failing(kind: ServerKind, failure: string, moment: Moment): ScriptedAnswer {
  // A blank line is all that can come before an Ollama stream's first word.
  const body = `${kind === 'ollama' ? '\n' : ''}${bodyOf(kind, said)}`;
  const place = Buffer.byteLength(body.slice(0, placeOf(kind, moment, body)));
  const type = names[failure];
  if (type !== undefined && moment === 'headers') return { status: Number(failure) };
  switch (failure) {
    case 'reset':
      return moment === 'connect' ? { resetAtOnce: true } : { body, cutAfterBytes: place };
    case 'silent':
      return moment === 'connect' ? { hangAt: 'request' } : { body, hangAfterBytes: place };
    case 'cut':
      return { body, cutAfterBytes: place + 9 };
    case 'clean_end':
      return { body, endAfterBytes: place };
    default:
      return { body: body.slice(0, place) + errorEvent(kind, type ?? 'some_error') };
  }
}

const pool = serverPool();
afterAll(() => pool.closeAll());

const cells = Object.entries(table).flatMap(([failure, row]) =>
  moments.flatMap((moment) => {
    const ending = row[moment];
    return ending === undefined ? [] : [[failure, moment, ending] as const];
  }),
);

/** Which of its clocks a silence at this moment meets. */
const clocks = {
  connect: 'firstByteMs',
  headers: 'firstChunkMs',
  begun: 'firstChunkMs',
  text: 'idleMs',
  call: 'idleMs',
  last: 'idleMs',
} as const;

const isSilent = ([failure]: (typeof cells)[number]): boolean => failure === 'silent';

describe.each(serverKinds)('%s', (kind) => {
  const serve = async (failure: string, moment: Moment) => ({
    main: await pool.start({
      kind,
      script: [failing(kind, failure, moment), { text: 'second try' }],
    }),
    spare: await pool.start({ kind, script: [{ text: 'the next one' }] }),
  });

  it.concurrent.each(cells.filter((cell) => !isSilent(cell)))(
    '%s, %s: %s',
    async (failure, moment, ending) => {
      const { main, spare } = await serve(failure, moment);
      const refused = failure === 'refused' ? { baseUrl: await refusedUrl() } : {};
      const one = harness({
        providers: { main: providerAt(main, refused), spare: providerAt(spare) },
      });
      await check(one, await one.ask({ tools: [readTool] }), main, spare, ending);
    },
  );

  // One after the other: all of them share the time that passes.
  it.each(cells.filter(isSilent))('%s, %s: %s', async (failure, moment, ending) => {
    const { main, spare } = await serve(failure, moment);
    const one = harness({
      providers: { main: providerAt(main), spare: providerAt(spare) },
      ...silence(clocks[moment]),
    });
    const answer = await one.askInSilence({ tools: [readTool] }, main);
    await check(one, answer, main, spare, ending);
  });
});

async function check(
  { thalamus, health, waits }: Harness,
  answer: Answer,
  main: ModelServer,
  spare: ModelServer,
  ending: Ending,
): Promise<void> {
  const asked = [main.chats.length, spare.chats.length, waits.length];
  const state = (await thalamus.list()).find(({ name }) => name === 'main')?.state;
  switch (ending) {
    case 'again':
      expect(answer).toMatchObject({ provider: 'main', text: 'second try', stop: 'end' });
      expect([...asked.slice(0, 2), health.length]).toEqual([2, 0, 0]);
      // None where the connection was an older one that might have been closed anyway.
      expect(waits.length).toBeLessThan(2);
      return;
    case 'next':
    case 'fix':
      expect(answer).toMatchObject({ provider: 'spare', text: 'the next one', stop: 'end' });
      expect(asked[0]).toBeLessThan(2);
      expect(waits).toEqual([]);
      expect(state === 'misconfigured').toBe(ending === 'fix');
      return;
    case 'broken':
    case 'silent':
      expect(answer.failure).toMatchObject({ code: `stream_${ending}`, started: true });
      expect(answer.text).toMatch(/^This was/);
      expect(answer.calls).toEqual([]);
      expect(answer.parts.map(({ type }) => type)).toEqual(['text']);
      expect(asked).toEqual([1, 0, 0]);
  }
}
