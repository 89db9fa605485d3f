/** A model that Ollama does not have: what the owner is offered, and how the download goes. */
import { afterEach, expect, it } from 'vitest';
import type { ScriptedPull } from '../../support/model-servers/script.ts';
import { harness } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());

const success = { status: 'success' };
const layers = [
  { status: 'pulling manifest' },
  { status: 'pulling aaa', digest: 'sha256:aaa', total: 4_000, completed: 1_000 },
  { status: 'pulling bbb', digest: 'sha256:bbb', total: 1_000 },
  { status: 'pulling aaa', digest: 'sha256:aaa', total: 4_000, completed: 4_000 },
  { status: 'verifying sha256 digest' },
  success,
];

async function scene(pull: ScriptedPull, configured = 'small:1b') {
  const server = await pool.start({
    kind: 'ollama',
    script: [{ text: 'I am here.' }],
    models: ['other:7b'],
    pull: () => pull,
  });
  const own = providerAt(server, { model: configured });
  return { server, ...harness({ providers: { mine: own } }) };
}

/** Waits for news of the download; events come in their own time. */
function ends(h: Pick<Awaited<ReturnType<typeof scene>>, 'pulls'>) {
  return expect.poll(() => h.pulls.at(-1)?.state).not.toBe('running');
}

// Bug: "404" and a command for a terminal, to somebody who has none.
it('is named by the failed turn and by the list, and answers once it was downloaded', async () => {
  const h = await scene({ lines: layers });
  const failed = await h.ask({});
  expect(failed.failure).toMatchObject({
    code: 'all_providers_failed',
    providers: [{ provider: 'mine', code: 'not_found', missingModel: 'small:1b' }],
  });
  expect(await h.thalamus.list()).toMatchObject([
    { name: 'mine', state: 'no_model', missingModel: 'small:1b', models: ['other:7b'] },
    {},
  ]);

  expect(h.thalamus.pulls.start('mine', 'small:1b')).toMatchObject({ ok: true });
  await ends(h);
  expect(h.pulls.map(({ completed, total }) => [completed, total])).toEqual([
    [0, undefined],
    [0, undefined],
    [1_000, 4_000],
    [1_000, 5_000],
    [4_000, 5_000],
    [4_000, 5_000],
    [4_000, 5_000],
    [4_000, 5_000],
  ]);
  expect(h.pulls.at(-1)).toMatchObject({ state: 'done', status: 'success' });
  expect(h.thalamus.pulls.list()).toEqual([]);
  expect((await h.ask({})).text).toBe('I am here.');
  const [info] = await h.thalamus.list();
  expect(info).toMatchObject({ state: 'ready' });
  expect(info).not.toHaveProperty('missingModel');
});

it('the name without a tag, or in other letters, is the one that the server lists', async () => {
  const server = await pool.start({ kind: 'ollama', script: [{}], models: ['Small:latest'] });
  const { thalamus } = harness({ providers: { mine: providerAt(server, { model: 'small' }) } });
  expect(await thalamus.list()).toMatchObject([{ state: 'ready' }, {}]);
});

// Bug: two windows that click at the same time load the same gigabytes twice.
it('is downloaded once, however many ask for it, and is told to who comes later', async () => {
  const gate = Promise.withResolvers<void>();
  const h = await scene({ lines: layers, waitFor: gate.promise });
  h.thalamus.pulls.start('mine', 'small:1b');
  await expect.poll(() => h.pulls.at(-1)?.status).toBe('pulling manifest');
  const again = h.thalamus.pulls.start('mine', 'small:1b');
  expect(again).toMatchObject({ ok: true, value: { status: 'pulling manifest' } });
  expect(h.thalamus.pulls.list()).toMatchObject([{ model: 'small:1b', state: 'running' }]);
  gate.resolve();
  await ends(h);
  expect(h.server.requests.filter(({ path }) => path === '/api/pull')).toHaveLength(1);
});

it.each([
  [
    'cancelled',
    (h: Awaited<ReturnType<typeof scene>>) => h.thalamus.pulls.cancel('mine', 'small:1b'),
  ],
  ['ended with the brain', (h: Awaited<ReturnType<typeof scene>>) => h.thalamus.close()],
])(
  'a download that is %s closes the connection (gigabytes that nobody wants)',
  async (_how, end) => {
    const h = await scene({ lines: layers, waitFor: new Promise(() => {}) });
    h.thalamus.pulls.start('mine', 'small:1b');
    await expect.poll(() => h.pulls.at(-1)?.status).toBe('pulling manifest');
    const request = h.server.requests.find(({ path }) => path === '/api/pull');
    end(h);
    await request?.aborted;
    await ends(h);
    expect(h.pulls.at(-1)?.state).toBe('cancelled');
    expect(h.thalamus.pulls.list()).toEqual([]);
  },
);

// Bug: a download that failed looks as if it ran for ever, or says "Error: ...".
it.each<[string, ScriptedPull, RegExp]>([
  [
    'a name that does not exist',
    {
      lines: [
        { status: 'pulling manifest' },
        { error: 'pull model manifest: file does not exist' },
      ],
    },
    /^Ollama knows no model small:1b: look up its exact name/,
  ],
  [
    'a full disk',
    { lines: [{ error: 'write /models/blob: no space left on device' }] },
    /^The disk of mine is full/,
  ],
  ['an end without success', { lines: layers.slice(0, 2) }, /^mine broke the download off/],
  ['a cut connection', { lines: layers.slice(0, 2), cutOff: true }, /mine broke off/],
  ['a line that is no JSON object', { lines: [['what?']] }, /mine/],
])('%s is told in words, and can be tried again', async (_what, pull, words) => {
  const h = await scene(pull);
  h.thalamus.pulls.start('mine', 'small:1b');
  await ends(h);
  expect(h.pulls.at(-1)).toMatchObject({ state: 'failed', error: expect.stringMatching(words) });
  expect(h.thalamus.pulls.list()).toMatchObject([{ state: 'failed' }]);
  expect(h.thalamus.pulls.start('mine', 'small:1b')).toMatchObject({
    value: { state: 'running', completed: 0 },
  });
  await ends(h);
});

// Bug: every line summed all parts again; ten thousand of them stopped the whole program for seconds.
it('a server that invents parts without end is followed to its end, with the right sum', async () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => {
    return { status: 'pulling', digest: `sha256:${n}`, completed: 1, total: 2 };
  });
  const h = await scene({ lines: [...lines, success] });
  h.thalamus.pulls.start('mine', 'small:1b');
  await ends(h);
  expect(h.pulls.at(-1)).toMatchObject({ state: 'done', completed: 10_000, total: 20_000 });
});

it('a server that does not say how much comes is followed by bytes alone', async () => {
  const lines = [{ status: 'pulling aaa', digest: 'sha256:aaa', completed: 700 }, success];
  const h = await scene({ lines });
  h.thalamus.pulls.start('mine', 'small:1b');
  await ends(h);
  expect(h.pulls.at(-1)).toMatchObject({ state: 'done', completed: 700 });
  expect(h.pulls.at(-1)).not.toHaveProperty('total');
});

it('nobody but an Ollama of the owner is asked to download', async () => {
  const openai = await pool.start({ kind: 'openai', script: [{}] });
  const { thalamus } = harness({
    providers: {
      openai: providerAt(openai),
      cloud: { kind: 'ollama', model: 'x', baseUrl: 'https://ollama.com' },
    },
  });
  for (const name of ['openai', 'cloud']) {
    expect(thalamus.pulls.start(name, 'x')).toEqual({ ok: false, error: 'not_possible' });
  }
  expect(thalamus.pulls.start('nobody', 'x')).toEqual({ ok: false, error: 'not_found' });
});
