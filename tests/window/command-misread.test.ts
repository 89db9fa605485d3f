/** What begins with a slash: a command, a skill, or a message that only looks like one. */
import { describe, expect, it } from 'vitest';
import {
  completionsOf,
  type SlashSources,
  slashAction,
} from '../../src-renderer/conversation/slash-commands.ts';

const sources: SlashSources = {
  models: [
    { value: 'auto', label: 'Automatic' },
    { value: 'opus@claude', label: 'opus', detail: 'claude' },
  ],
  modes: [{ value: 'acceptEdits', label: 'Accept edits' }],
  skills: [
    { value: 'git', label: 'git', detail: 'Working in git' },
    { value: 'two words', label: 'two words' },
  ],
  prompts: [
    { server: 'shop', name: 'greet', description: 'Greets.', arguments: [] },
    { server: 'my shop', name: 'greet', description: '', arguments: [] },
  ],
};

describe('what is sent or done', () => {
  it.each([
    ['/home/ada/notes.txt is where?', { kind: 'send', text: '/home/ada/notes.txt is where?' }],
    ['/reflex help', { kind: 'send', text: '/reflex help' }],
    ['hello /new', { kind: 'send', text: 'hello /new' }],
    ['/git what changed?', { kind: 'send', text: '/skill git what changed?' }],
    ['/shop:greet Ada', { kind: 'prompt', prompt: sources.prompts[0], first: 'Ada' }],
    ['/shop:other Ada', { kind: 'send', text: '/shop:other Ada' }],
    ['/skill off', { kind: 'send', text: '/skill off' }],
    ['/new', { kind: 'new', text: '' }],
    ['/new and then\nmore', { kind: 'new', text: 'and then\nmore' }],
    ['/compact', { kind: 'compact' }],
    ['/compact the code below', { kind: 'send', text: '/compact the code below' }],
    ['/remember I like tea', { kind: 'remember', fact: 'I like tea' }],
    ['/model opus@claude', { kind: 'model', model: 'opus@claude' }],
    ['/model auto', { kind: 'model', model: undefined }],
    ['/mode acceptEdits', { kind: 'mode', mode: 'acceptEdits' }],
  ])('%j', (text, action) => {
    expect(slashAction(text, sources)).toEqual(action);
  });

  it.each(['/model', '/model no-such', '/mode chaos', '/remember'])(
    '%j is neither done nor sent to a model as if it were a question',
    (text) => {
      expect(slashAction(text, sources)).toBeUndefined();
    },
  );
});

describe('how a command goes on', () => {
  const texts = (text: string) =>
    completionsOf(text, sources, (name) => name).map((completion) => completion.text);

  it.each([
    ['/m', ['/model ', '/mode ']],
    ['/gi', ['/git ']],
    ['/model o', ['/model auto', '/model opus@claude']],
    ['/model opus@claude', []],
    ['/mode acc', ['/mode acceptEdits']],
    ['/skill two', ['/skill "two words" ']],
    ['/home', []],
    ['hello', []],
    ['/m\nore', []],
  ])('%j', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });
});
