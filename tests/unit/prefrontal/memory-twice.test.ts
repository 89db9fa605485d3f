import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../brain/regions.ts';
import { hit, skill, type TestHome, testHome } from './home.ts';

let home: TestHome;
beforeEach(async () => {
  home = await testHome();
  home.hits.push(hit('hippocampus/knowledge/pets.md', 'Dog', 'My dog is called Rex.'));
});
afterEach(() => home.close());

const answer = (text: string): HistoryEntry => ({
  turnId: 't_1',
  message: { role: 'assistant', parts: [{ type: 'text', text }] },
});
const next = { sessionId: 's_1', turnId: 't_2' };

it('what the owner denied is in the context as data, once, and paid for from memory', async () => {
  const text = '- denied Bash {"command":"npm i"} (2026-11-20): use pnpm';
  home.preferences = {
    path: 'basalganglia/2026-11-20.md',
    heading: 'What the owner denied or corrected',
    text,
    hash: 'h1',
    tokens: 20,
  };
  const first = await home.prefrontal.buildContext(home.input('hello'));
  const memory = first.volatile.slice(0, first.volatile.indexOf('</memory>'));
  expect(memory).toContain('use pnpm');
  expect(first.system).not.toContain('use pnpm');
  expect(first.budget.memory.used).toBeGreaterThan(20);
  const history = [first.userEntry, answer('Hello.')];
  const again = await home.prefrontal.buildContext(home.input('hello', { turn: next, history }));
  expect(again.volatile).not.toContain('use pnpm');
  home.config = { ...home.config, context: { ...home.config.context, budgetTokens: 60 } };
  const tight = await home.prefrontal.buildContext(home.input('hello'));
  expect(tight.volatile).not.toContain('use pnpm');
});

describe('memory that was sent before', () => {
  it('is not sent again while the model still sees it, but is paid for', async () => {
    const first = await home.prefrontal.buildContext(home.input('my dog?'));
    expect(first.volatile).toContain('Rex');
    const history = [first.userEntry, answer('Rex.')];
    const second = await home.prefrontal.buildContext(
      home.input('my dog?', { turn: next, history }),
    );
    expect(second.volatile).not.toContain('Rex');
    expect(second.userEntry.injected).toEqual([]);
    expect(second.budget.memory.used).toBe(first.budget.memory.used);
    expect(second.included).toContainEqual(
      expect.objectContaining({
        path: 'hippocampus/knowledge/pets.md',
        reason: 'already in the conversation',
      }),
    );
  });

  it('is sent anew when its file changed, and the old text is named as superseded', async () => {
    const first = await home.prefrontal.buildContext(home.input('my dog?'));
    home.hits[0] = hit('hippocampus/knowledge/pets.md', 'Dog', 'My dog is called Bello.');
    const history = [first.userEntry, answer('Rex.')];
    const second = await home.prefrontal.buildContext(
      home.input('my dog?', { turn: next, history }),
    );
    expect(second.volatile).toContain('Bello');
    expect(second.volatile).toContain('supersedes="');
  });

  it('is not made of the conversation itself (an echo of the running session)', async () => {
    await home.prefrontal.buildContext(home.input('my dog?', { turn: next }));
    expect(home.queries).toMatchObject([{ withoutSession: 's_1' }]);
  });

  it('is dropped with a reason when it has nothing to do with the message', async () => {
    home.hits.push(
      hit('hippocampus/knowledge/tax.md', 'Tax', 'Forms are due in May.', { score: 0.05 }),
    );
    const { dropped } = await home.prefrontal.buildContext(home.input('my dog?'));
    expect(dropped).toMatchObject([
      { path: 'hippocampus/knowledge/tax.md', reason: 'not relevant' },
    ]);
  });
});

describe('skills', () => {
  it('come by whole words only ("art" in "start") and whatever the case', async () => {
    home.skills.push(
      skill('art', { triggers: ['art'] }),
      skill('git', { triggers: ['pull   request', 'C++'] }),
      skill('always', { triggers: ['*'] }),
      skill('kanji', { triggers: ['翻訳'] }),
    );
    const bodies = async (text: string): Promise<readonly string[]> => {
      const { volatile } = await home.prefrontal.buildContext(home.input(text));
      return [...volatile.matchAll(/<skill name="(\w+)"/g)]
        .map((match) => match[1] ?? '')
        .toSorted();
    };
    expect(await bodies('Start the engine')).toEqual(['always']);
    expect(await bodies('ART, please')).toEqual(['always', 'art']);
    expect(await bodies('open a Pull Request')).toEqual(['always', 'git']);
    expect(await bodies('why is C++ so hard')).toEqual(['always', 'git']);
    expect(await bodies('これを翻訳して')).toEqual(['always', 'kanji']);
  });

  it('come without a trigger when the message speaks of what they are for', async () => {
    home.skills.push(skill('invoices', { description: 'Write invoices for customers as PDF.' }));
    const { volatile } = await home.prefrontal.buildContext(
      home.input('I must send an invoice to a customer'),
    );
    expect(volatile).toContain('<skill name="invoices"');
  });
});
