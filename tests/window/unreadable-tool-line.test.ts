import { expect, it } from 'vitest';
import { say, spoken } from '../../brain/shared/say.ts';
import {
  nameInRules,
  outputWords,
  toolName,
  toolSubject,
} from '../../src-renderer/conversation/tool-words.ts';
import { sentences } from '../../src-renderer/i18n/de/sentences/index.ts';
import { createI18n } from '../../src-renderer/i18n/tables.ts';

it('a call whose arguments are lists says what it is about, not how it is written', () => {
  const questions = [
    { question: 'Which log?', header: 'Log' },
    { question: 'How long?', header: 'Time' },
  ];
  expect(toolSubject({ questions })).toBe('Which log? · How long?');
  const todos = [
    { content: 'Read', status: 'completed' },
    { content: 'Ask', status: 'in_progress' },
    { content: 'Write', status: 'pending' },
  ];
  expect(toolSubject({ todos })).toBe('Ask');
  expect(toolSubject({ todos: todos.toSpliced(1, 1) })).toBe('Read · Write');
});

it('arguments that do not fit their schema are shown all the same', () => {
  expect(toolSubject({ questions: 'what?' })).toBe('what?');
  expect(toolSubject({ todos: [null, 'x', {}], questions: [3] })).toBe('');
  expect(toolSubject({ url: 'https://example.com', prompt: 'the price' })).toBe(
    'https://example.com',
  );
});

it('a tool of a server is told by its name and its server, and found again in the rules', () => {
  // The first `__` behind `mcp__` ends the server: the tool may have others.
  expect(toolName('mcp__git__log__all')).toBe('log__all · git');
  expect(nameInRules('mcp__git__log__all')).toBe('mcp.git.log__all');
  expect(toolName('memory_search')).toBe('memory_search');
  expect(nameInRules('mcp__git')).toBeUndefined();
});

it('what the program adds to an output is in the window’s language, what a command said is not touched', () => {
  const i18n = createI18n('de', sentences);
  const end = say('bash.exitCode', { code: 1 });
  const result = {
    type: 'tool_result' as const,
    toolCallId: 'tool-1',
    name: 'Bash',
    ok: false,
    output: `no such file\n${end.text}`,
    footer: spoken({ text: end }),
    ms: 1,
    truncated: false,
  };
  expect(outputWords(result, i18n)).toMatch(/^no such file\n\[beendet mit Code .?1.?\]$/);
  // Older transcripts have none, and one that was cut may have lost it.
  expect(outputWords({ ...result, output: 'no such file' }, i18n)).toBe('no such file');
});
