import { expect, it } from 'vitest';
import { type Ask, answerAlone } from '../../../src-main/cli/approvals.ts';

const approval: Ask = {
  type: 'yield',
  toolCallId: 'c_1',
  reason: 'approval',
  title: 'Run a command?',
  detail: 'rm -rf build',
  risk: 'changes files',
  cwd: '/tmp',
};

it('--yes covers no command, and nothing whose tool is not known', () => {
  const unattended = { canAsk: false, yes: true };
  expect(answerAlone(approval, 'Write', unattended)).toEqual({ decision: 'allow_once' });
  expect(answerAlone(approval, 'Bash', unattended)).toBe('nobody');
  expect(answerAlone(approval, undefined, unattended)).toBe('nobody');
  expect(answerAlone(approval, 'Bash', { canAsk: true, yes: true })).toBe('ask');
});

it('--yes answers no question: it would make up the answer', () => {
  const question: Ask = { ...approval, reason: 'question' };
  expect(answerAlone(question, 'Write', { canAsk: false, yes: true })).toBe('nobody');
  expect(answerAlone(question, 'Write', { canAsk: true, yes: true })).toBe('ask');
});

it('without --yes nothing is allowed unless a person is there', () => {
  expect(answerAlone(approval, 'Write', { canAsk: false, yes: false })).toBe('nobody');
  expect(answerAlone(approval, 'Write', { canAsk: true, yes: false })).toBe('ask');
});
