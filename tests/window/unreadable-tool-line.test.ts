import { expect, it } from 'vitest';
import { toolSubject } from '../../src-renderer/conversation/tool-words.ts';

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
