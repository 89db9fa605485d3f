/**
 * Providers keep what they have read of a prompt, as long as its bytes from the first on are the same.
 * These tests look at what was really sent.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Brain } from '../../brain/brain.ts';
import { estimateTokens } from '../../brain/shared/tokens.ts';
import {
  type Client,
  connect,
  endOf,
  say,
  startTestBrain,
  testHost,
} from '../support/brain-client.ts';
import {
  type ModelServer,
  type ScriptedAnswer,
  type ServerKind,
  serverKinds,
  startModelServer,
} from '../support/model-servers/index.ts';
import { anthropicCache, commonPieces, piecesOf, tokensOf } from '../support/sent-prefix.ts';
import { tempFolder } from '../support/temp-home.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';

/** Large enough that only what a test wants to be folded is folded. */
const WINDOW = { contextWindow: 200_000 };

const servers: ModelServer[] = [];
const brains: Brain[] = [];
afterEach(async () => {
  for (const brain of brains.splice(0)) await brain.stop();
  for (const server of servers.splice(0)) await server.close();
});

/** A server that says what was put into `answers`, and reports what the request really was. */
async function talker(kind: ServerKind) {
  const answers: ScriptedAnswer[] = [];
  const server = await startModelServer({
    kind,
    script(request) {
      const answer = answers.shift() ?? { text: 'There is nothing more to say.' };
      return { ...answer, usage: { input: estimateTokens(request.text), output: 40 } };
    },
  });
  servers.push(server);
  return { server, answers };
}

async function brainIn(home: string): Promise<Brain> {
  const brain = await startTestBrain(home, { host: testHost(testKeys) });
  brains.push(brain);
  return brain;
}

const long = (label: string, words: number): string =>
  `${label}. ${Array.from({ length: words }, (_, n) => `${label}${n}`).join(' ')}`;

/** What the model does in turn `n`: reads, asks to write, looks at many things at once, or only talks. */
function planOf(n: number): readonly ScriptedAnswer[] {
  const text = long(`answer${n}`, 90);
  const thinking = n % 2 === 0 ? { thinking: `I think about ${n}.` } : {};
  const args = { file_path: 'note.txt' };
  switch (n % 4) {
    case 0:
      return [{ ...thinking, text: 'I look. ', toolCalls: [{ name: 'Read', args }] }, { text }];
    case 1:
      return [
        { toolCalls: [{ name: 'Write', args: { file_path: `new${n}.txt`, content: text } }] },
        { text },
      ];
    case 2: {
      // More blocks than a provider looks back over.
      const many = Array.from({ length: 12 }, (_, index) => ({
        name: 'Glob',
        args: { pattern: `*.${index}` },
      }));
      return [{ ...thinking, toolCalls: many }, { toolCalls: [{ name: 'Read', args }] }, { text }];
    }
    default:
      return [{ text }];
  }
}

/** One turn, every question of it answered: yes, but for the one in turn 9. */
async function converse(client: Client, sessionId: string | undefined, n: number, model?: string) {
  const sent = await client.call('chat.send', {
    text: long(`question${n}`, 40),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(model === undefined ? {} : { model }),
  });
  const { turnId } = sent;
  if (n % 4 === 1) {
    const { toolCallId } = await client.event('yield', (event) => event.turnId === turnId);
    const decision = n === 9 ? 'deny' : 'allow_once';
    await client.call('turn.resume', { turnId, toolCallId, decision });
  }
  expect(await endOf(client, turnId)).toMatchObject({ type: 'done', stopReason: 'end' });
  const folded = client.events.some((e) => e.turnId === turnId && e.type === 'compaction');
  return { ...sent, folded };
}

async function homeWith(kinds: Readonly<Record<string, ServerKind>>, context: object) {
  const home = join(await tempFolder(), 'home');
  const named: Record<string, Awaited<ReturnType<typeof talker>>> = {};
  for (const [name, kind] of Object.entries(kinds)) named[name] = await talker(kind);
  const addresses = Object.entries(named).map(([name, { server }]) => [name, server] as const);
  const workingDir = await writeConfig(home, Object.fromEntries(addresses), { context }, WINDOW);
  await writeFile(join(workingDir, 'note.txt'), `${long('note', 60)}\n`);
  return { home, named };
}

function one<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is not there');
  return value;
}

describe.each(serverKinds)('%s: what was sent before is sent again byte for byte', (kind) => {
  it('over twenty turns with tools, approvals, a compaction and a restart', async () => {
    const { home, named } = await homeWith({ first: kind }, { budgetTokens: 26_000 });
    const { server, answers } = one(named.first);
    let brain = await brainIn(home);
    let client = connect(brain);
    let sessionId: string | undefined;
    /** The first request of each turn that began with a fold. */
    const folds = new Set<number>();
    for (let n = 1; n <= 20; n += 1) {
      answers.push(...planOf(n));
      const first = server.chats.length;
      const turn = await converse(client, sessionId, n);
      sessionId = turn.sessionId;
      if (turn.folded) folds.add(first);
      if (n === 10) {
        await brain.stop();
        brain = await brainIn(home);
        client = connect(brain);
      }
    }
    expect(folds.size).toBe(1);

    const cache = anthropicCache();
    let all = 0;
    let old = 0;
    let before: ReturnType<typeof piecesOf> = [];
    for (const [index, request] of server.chats.entries()) {
      // Parsing and writing again gives the same bytes: comparing the pieces compares the bytes.
      expect(JSON.stringify(request.body)).toBe(request.text);
      const pieces = piecesOf(kind, request);
      const common = commonPieces(before, pieces);
      const what = `request ${index + 1}`;
      if (folds.has(index)) {
        const stable = before.filter(({ of }) => of !== 'messages').length;
        expect(common, what).toBe(stable);
      } else {
        expect(common, what).toBe(before.length);
      }
      all += tokensOf(pieces);
      old += tokensOf(pieces.slice(0, common));
      if (kind === 'anthropic') expect(cache.ask(pieces), what).toBe(common);
      before = pieces;
    }
    expect(server.chats.length).toBeGreaterThan(35);
    expect(old / all).toBeGreaterThan(0.9);
  });

  it('to each of two providers that take turns', async () => {
    const other = kind === 'anthropic' ? 'openai' : 'anthropic';
    const { home, named } = await homeWith({ first: kind, second: other }, {});
    const client = connect(await brainIn(home));
    let sessionId: string | undefined;
    for (let n = 1; n <= 12; n += 1) {
      const [name, model] =
        n % 5 < 3
          ? (['first', `test-${kind}@first`] as const)
          : (['second', `test-${other}@second`] as const);
      one(named[name]).answers.push(...planOf(n));
      ({ sessionId } = await converse(client, sessionId, n, model));
    }
    for (const { server } of Object.values(named)) {
      expect(server.chats.length).toBeGreaterThan(6);
      let before: ReturnType<typeof piecesOf> = [];
      for (const request of server.chats) {
        const pieces = piecesOf(server.kind, request);
        expect(commonPieces(before, pieces)).toBe(before.length);
        before = pieces;
      }
    }
  });

  it('but for the part whose file changed', async () => {
    const { home, named } = await homeWith({ first: kind }, {});
    const { server, answers } = one(named.first);
    const client = connect(await brainIn(home));
    answers.push(...planOf(3), ...planOf(4));
    const { sessionId } = await converse(client, undefined, 3);
    await converse(client, sessionId, 4);

    const { hash, content } = await client.call('workspace.read', { path: 'identity/user.md' });
    const path = 'identity/user.md';
    const facts = `${content}\nThe owner is called Ada.\n`;
    await client.call('workspace.write', { path, content: facts, baseHash: hash });
    answers.push(...planOf(3));
    await converse(client, sessionId, 3);
    const [before, after] = server.chats.slice(-2).map((request) => piecesOf(kind, request));
    const only = (of: string) => (pieces: typeof before) =>
      one(pieces).filter((piece) => piece.of === of);
    expect(only('tools')(after)).toEqual(only('tools')(before));
    expect(only('system')(after)[0]?.text).toContain('The owner is called Ada.');
    // The prompt is as it was up to the line that was added.
    const [was, is] = [only('system')(before), only('system')(after)].map((all) => all[0]?.text);
    const at = one(is).indexOf('\\nThe owner is called Ada.');
    expect(one(is).slice(0, at)).toBe(one(was).slice(0, at));
    const told = only('messages')(before);
    expect(commonPieces(told, only('messages')(after))).toBe(told.length);

    // A note is not part of the stable prompt: it comes with the message that asks for it.
    await client.call('workspace.write', {
      path: 'hippocampus/knowledge/pets.md',
      content: '# Pets\n\n- The dog of the owner is called Rex. <!-- s_1 -->\n',
    });
    const asked = await say(client, { sessionId, text: 'What is the dog of the owner called?' });
    expect(asked.end.type).toBe('done');
    const last = piecesOf(kind, one(server.chats.at(-1)));
    expect(commonPieces(one(after), last)).toBe(one(after).length);
    expect(JSON.stringify(last.slice(one(after).length))).toContain('Rex');
  });
});
