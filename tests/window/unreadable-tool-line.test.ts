import { expect, it } from 'vitest';
import { nameInRules, toolName, toolSubject } from '../../src-renderer/conversation/tool-words.ts';

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
