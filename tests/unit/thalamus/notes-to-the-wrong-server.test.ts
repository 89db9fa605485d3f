/** Catches embeddings that leave the machine unasked, and vectors that would spoil an index. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../../../protocol/index.ts';
import { type ModelServer, startModelServer } from '../../support/model-servers/index.ts';
import { harness } from './harness.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

type Embed = (texts: readonly string[]) => readonly (readonly number[])[];
const byLength: Embed = (texts) => texts.map((text) => [text.length, 1]);

async function server(kind: 'ollama' | 'openai', embed: Embed = byLength) {
  const started = await startModelServer({
    kind,
    script: [{}],
    models: ['chatter:8b', 'nomic-embed-text:latest'],
    embed,
  });
  servers.push(started);
  return started;
}

function thalamus(providers: Config['providers'], embeddings = 'auto') {
  return harness({ providers, memory: { embeddings } }).thalamus;
}

const { signal } = new AbortController();

describe('by itself', () => {
  it('takes the embedding model of an Ollama on this machine', async () => {
    const { baseUrl } = await server('ollama');
    const mind = thalamus({ ollama: { kind: 'ollama', model: '', baseUrl } });
    expect(await mind.embedder()).toBe('nomic-embed-text:latest@ollama');
    const made = await mind.embed('nomic-embed-text:latest@ollama', ['abc', 'a'], signal);
    if (!made.ok) throw new Error(made.error);
    const [first, second] = made.value;
    // Of length one, and in the order of the texts.
    expect([...(first ?? [])].map((value) => Math.round(value * 100))).toEqual([95, 32]);
    expect([...(second ?? [])].map((value) => Math.round(value * 100))).toEqual([71, 71]);
  });

  it('asks no other kind of server, and none that is not on this machine', async () => {
    const { baseUrl, requests } = await server('openai');
    const mind = thalamus({
      compatible: { kind: 'openai', model: 'chatter:8b', baseUrl },
      away: { kind: 'ollama', model: '', baseUrl: 'http://models.example.com:11434' },
    });
    expect(await mind.embedder()).toBeUndefined();
    expect(requests).toEqual([]);
  });

  it('asks nobody where it was switched off', async () => {
    const { baseUrl, requests } = await server('ollama');
    const mind = thalamus({ ollama: { kind: 'ollama', model: '', baseUrl } }, 'off');
    expect(await mind.embedder()).toBeUndefined();
    expect(requests).toEqual([]);
  });
});

it('uses the server that the settings name, whose answer may come in any order', async () => {
  const { baseUrl } = await server('openai');
  const name = 'text-embedding-3-small@compatible';
  const mind = thalamus({ compatible: { kind: 'openai', model: 'x', baseUrl } }, name);
  expect(await mind.embedder()).toBe(name);
  const made = await mind.embed(name, ['abc', 'a'], signal);
  if (!made.ok) throw new Error(made.error);
  expect(made.value.map(([first = 0]) => Math.round(first * 100))).toEqual([95, 71]);
});

it.each<[string, Embed]>([
  ['too few vectors', () => [[1, 0]]],
  ['vectors of two lengths', () => [[1, 0], [1]]],
  ['a vector of nothing', () => [[], []]],
  [
    'a vector without direction',
    () => [
      [0, 0],
      [1, 0],
    ],
  ],
  [
    'something that is no number',
    () => [
      [Number.NaN, 0],
      [1, 0],
    ],
  ],
  ['far too many numbers', () => [new Array(100_000).fill(1), new Array(100_000).fill(1)]],
])('refuses %s', async (_what, embed) => {
  const { baseUrl } = await server('ollama', embed);
  const mind = thalamus({ ollama: { kind: 'ollama', model: '', baseUrl } });
  const made = await mind.embed('nomic-embed-text@ollama', ['a', 'b'], signal);
  expect(made.ok).toBe(false);
});

it('a server that went away is an error in words, and is asked again later', async () => {
  const { baseUrl, close } = await server('ollama');
  const mind = thalamus({ ollama: { kind: 'ollama', model: '', baseUrl } });
  const name = await mind.embedder();
  await close();
  const made = await mind.embed(name ?? '', ['a'], signal);
  expect(made.ok).toBe(false);
  expect(await mind.embedder()).toBeUndefined();
});
