import { afterEach, describe, expect, it } from 'vitest';
import type { ModelMessage, ModelRequest, StreamChunk } from '../../../brain/shared/model.ts';
import { reflexChunks } from '../../../brain/thalamus/providers/reflex.ts';
import { intentOf } from '../../../brain/thalamus/reflex/intent.ts';
import type { JsonObject } from '../../../protocol/index.ts';
import { harness, user } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());

/** A Saturday. */
const now = new Date(2026, 10, 21, 12, 0, 0);
const names = ['Read', 'Glob', 'Search', 'remember', 'correct', 'forget', 'memory_search'];
const tools = names.map((name) => ({
  name,
  description: name,
  parameters: { type: 'object' },
}));

function react(
  messages: readonly ModelMessage[],
  more: Partial<ModelRequest> = {},
): readonly StreamChunk[] {
  return reflexChunks(
    { system: '', tools, messages, toolChoice: 'auto', ...more },
    now,
    'no_model',
  );
}

function callFor(text: string): { name?: string; args?: unknown } | undefined {
  const found = react([user(text)]).find((chunk) => chunk.type === 'tool_call');
  return found === undefined ? undefined : { name: found.name, args: found.args };
}

function sayTo(text: string, more: Partial<ModelRequest> = {}): string {
  return textOf(react([user(text)], more));
}

function textOf(chunks: readonly StreamChunk[]): string {
  return chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('');
}

function answerAfter(text: string, name: string, output: string, ok = true): string {
  const args: JsonObject = {};
  return textOf(
    react([
      user(text),
      { role: 'assistant', parts: [{ type: 'tool_call', call: { id: 'c_1', name, args } }] },
      { role: 'tool', parts: [{ type: 'tool_result', toolCallId: 'c_1', name, ok, output }] },
    ]),
  );
}

describe('understands', () => {
  it.each([
    ['remember that Ada prefers tea', 'remember', { fact: 'Ada prefers tea' }],
    ['Please remember: my sister is Ada', 'remember', { fact: 'my sister is Ada' }],
    ['تذكّر أن اسمي ليلى', 'remember', { fact: 'اسمي ليلى' }],
    ['Merk dir, dass die Garage offen ist', 'remember', { fact: 'die Garage offen ist' }],
    ['forget that Ada prefers tea', 'forget', { fact: 'Ada prefers tea' }],
    [
      'Please forget my garage code everywhere.',
      'forget',
      { fact: 'my garage code', everywhere: true },
    ],
    ['Vergiss, dass die Garage offen ist', 'forget', { fact: 'die Garage offen ist' }],
    [
      'correct Ada prefers tea -> Ada prefers coffee',
      'correct',
      { old: 'Ada prefers tea', new: 'Ada prefers coffee' },
    ],
    ["don't forget the milk", 'remember', { fact: 'the milk' }],
    ['what do you know about Ada?', 'memory_search', { query: 'Ada' }],
    ['Do you remember my sister?', 'memory_search', { query: 'my sister' }],
    ['ماذا تعرف عن ليلى؟', 'memory_search', { query: 'ليلى' }],
    ['ماذا تعرف عني؟', 'memory_search', { query: 'اسمي عمري ميلادي أسكن أعمل بيتي' }],
    ['recall the garden', 'memory_search', { query: 'the garden' }],
    ['What is my favourite colour?', 'memory_search', { query: 'my favourite colour' }],
    ['Was weißt du über Ada?', 'memory_search', { query: 'Ada' }],
    ['search your memory for roses', 'memory_search', { query: 'roses' }],
    ['what happened yesterday?', 'memory_search', { query: '2026-11-20', limit: 10 }],
    ['What did we do on Monday?', 'memory_search', { query: '2026-11-16', limit: 10 }],
    ['what happened on 3 November', 'memory_search', { query: '2026-11-03', limit: 10 }],
    ['what happened on December 24', 'memory_search', { query: '2025-12-24', limit: 10 }],
    ['Was war am 19.11.2026?', 'memory_search', { query: '2026-11-19', limit: 10 }],
    ['was haben wir vorgestern gemacht', 'memory_search', { query: '2026-11-19', limit: 10 }],
    ['list files', 'Glob', { pattern: '*' }],
    ['list the files in src', 'Glob', { pattern: '*', path: 'src' }],
    ['ls **/*.md', 'Glob', { pattern: '**/*.md' }],
    ['Liste Dateien im docs', 'Glob', { pattern: '*', path: 'docs' }],
    ['find files named invoice', 'Glob', { pattern: '**/*invoice*' }],
    ['read `notes/today.md`', 'Read', { file_path: 'notes/today.md' }],
    ['Lies README.md', 'Read', { file_path: 'README.md' }],
    [
      'search roses and thorns in garden/',
      'Search',
      { query: 'roses and thorns', path: 'garden/' },
    ],
    ['suche nach Rosen', 'Search', { query: 'Rosen' }],
    ['run Read {"file_path": "a b.md"}', 'Read', { file_path: 'a b.md' }],
    ['/reflex run glob {"pattern":"*"}', 'Glob', { pattern: '*' }],
    ['The garden was lovely', 'memory_search', { query: 'The garden was lovely' }],
  ])('%s', (text, name, args) => {
    expect(callFor(text)).toEqual({ name, args });
  });

  it('a question about remembering is not a fact to remember', () => {
    expect(intentOf('remember my birthday?', now).kind).toBe('recall');
  });

  it('the owner, not the context that was put into the message', () => {
    const message: ModelMessage = {
      role: 'user',
      parts: [
        { type: 'text', text: '<context>\n<memory>remember that x</memory>\n</context>' },
        { type: 'text', text: 'help' },
      ],
    };
    expect(textOf(react([message]))).toContain('what do you know about');
  });
});

describe('answers', () => {
  it('help and greetings without a tool, and says how to connect a model', () => {
    for (const text of ['help', 'Hello!', 'hilfe', 'Guten Morgen']) {
      expect(callFor(text)).toBeUndefined();
      expect(sayTo(text)).toMatch(/Ollama/);
    }
    expect(sayTo('hilfe')).toContain('Gerade kann kein Sprachmodell antworten');
  });

  it('from the results of its tools', () => {
    const hits =
      '1. hippocampus/knowledge/people.md > People (score 0.91)\n   - Ada is my sister. <!-- 2026-11-21 -->';
    expect(answerAfter('what do you know about Ada?', 'memory_search', hits)).toBe(
      'This is what I found about “Ada”:\n\n- Ada is my sister.  \n  *hippocampus/knowledge/people.md > People*',
    );
    expect(answerAfter('recall Bob', 'memory_search', 'Nothing found in memory.')).toContain(
      'I found nothing in my memory about “Bob”.',
    );
    expect(answerAfter('remember that x is y', 'remember', 'Remembered in people.md.')).toContain(
      'I will remember: **x is y**',
    );
    expect(answerAfter('read a.ts', 'Read', 'const a = "```";')).toContain('````ts\n');
  });

  it('a question that memory cannot answer with the reason: there is no model', () => {
    expect(
      answerAfter('What is the capital of France?', 'memory_search', 'Nothing found in memory.'),
    ).toMatch(/nothing in my memory[\s\S]*No language model can answer now/);
  });

  it('that a folder is empty, not that its owner asked for a pattern', () => {
    expect(answerAfter('list files', 'Glob', 'No files match.')).toBe(
      'There are no files in this folder yet.',
    );
    expect(answerAfter('list *.md', 'Glob', 'No files match.')).toContain('`*.md`');
  });

  it('with that day only when asked for a day', () => {
    const hits =
      '1. hippocampus/episodes/2026-11-20.md > 2026-11-20 > 09:00 Roses (score 0.9)\n   - **User:** Roses\n' +
      '2. hippocampus/episodes/2026-10-20.md > 2026-10-20 > 09:00 Tulips (score 0.5)\n   - **User:** Tulips';
    const text = answerAfter('what happened yesterday?', 'memory_search', hits);
    expect(text).toContain('Roses');
    expect(text).not.toContain('Tulips');
  });

  it('a file without the numbers of its lines, which are no part of it', () => {
    const numbered = '     1\t# Plan\n     2\t\n     3\t  2\tmilk';
    expect(answerAfter('read plan.md', 'Read', numbered)).toContain(
      '```md\n# Plan\n\n  2\tmilk\n```',
    );
  });

  it('what is known, and not that it was asked for before (lists within lists)', () => {
    const session = 'hippocampus/sessions/s_1/transcript.jsonl';
    const episode = 'hippocampus/episodes/2026-11-21.md > 2026-11-21 › 13:11';
    const hits = [
      'hippocampus/knowledge/people.md > People (score 0.9)\n   - the key is with Ada',
      `${session} > what do you know about the key (score 0.8)\n   User: what do you know about the key`,
      `${session} > the key? (2) (score 0.7)\n   Answer: This is what I found about “the key”: - old`,
      `${episode} remember that the key is with Ada (score 0.6)\n   - **User:** remember that`,
      `${session} > I lost the key again (score 0.5)\n   User: I lost the key again`,
    ];
    const output = hits.map((hit, index) => `${index + 1}. ${hit}`).join('\n');
    const text = answerAfter('what do you know about the key', 'memory_search', output);
    expect(text.match(/^- .*\S/gm)).toEqual([
      '- the key is with Ada',
      '- User: I lost the key again',
    ]);
  });

  it('a denied or failed call with its reason, and does not try again', () => {
    const text = answerAfter('read /etc/shadow', 'Read', 'Denied by the owner.', false);
    expect(text).toBe('`Read` did not work:\n\n> Denied by the owner.');
  });

  it('broken JSON and unknown tools in words (a crash, a call with {})', () => {
    expect(callFor('run Read {"file_path": }')).toBeUndefined();
    expect(sayTo('run Read {"file_path": }')).toContain('not a JSON object');
    expect(sayTo('run Fly {}')).toMatch(/no tool `Fly`.*`Read`/);
  });

  it('without calling a tool when none may be called any more', () => {
    const chunks = react([user('read a.md')], { toolChoice: 'none' });
    expect(chunks.map(({ type }) => type)).toEqual(['text', 'stop']);
  });
});

describe('is used', () => {
  it('when no provider is usable: no key, nothing listening', async () => {
    const { ask, prepared } = harness({
      providers: {
        claude: { kind: 'anthropic', model: 'claude-x', apiKeyEnv: 'NOT_SET' },
        ollama: { kind: 'ollama', model: '', baseUrl: 'http://127.0.0.1:9' },
      },
    });
    const answer = await ask({ text: 'hello' });
    expect(answer).toMatchObject({ provider: 'reflex', model: 'reflex', stop: 'end' });
    expect(answer.text).toContain('No language model can answer now');
    expect(prepared[0]?.target.kind).toBe('reflex');
  });

  it('when the owner asks for it, although a model is there', async () => {
    const server = await pool.start({ kind: 'openai', script: [{ text: 'never' }] });
    const { ask } = harness({ providers: { main: providerAt(server) } });
    const answer = await ask({ text: 'hello', choice: 'reflex', pinned: true });
    expect(answer.provider).toBe('reflex');
    expect(answer.text).not.toContain('No language model can answer now');
    expect(server.requests.length).toBe(0);
  });

  it('no more once a key was set', async () => {
    const server = await pool.start({ kind: 'ollama', script: [{ text: 'model' }] });
    const secrets: Record<string, string> = {};
    const remote = { kind: 'openai', model: 'm', baseUrl: 'https://models.example' } as const;
    const { ask, reconfigure } = harness({ providers: { main: remote }, secrets });
    expect((await ask({})).provider).toBe('reflex');
    reconfigure({ main: providerAt(server) });
    expect((await ask({})).text).toBe('model');
  });
});
