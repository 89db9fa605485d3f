/** Conversations of thousands of messages, written as a brain would have written them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BookkeepingBody } from '../../brain/hippocampus/records.ts';
import { homePaths } from '../../brain/shared/home.ts';
import type { EventBody } from '../../protocol/index.ts';
import { paragraphs } from './markdown-answers.ts';

const usage = { inputTokens: 900, outputTokens: 200, cacheReadTokens: 800, cacheWriteTokens: 0 };

/** Writes a session of `messages` (half of them answers) into the home. */
export async function writeLongSession(
  home: string,
  sessionId: string,
  messages: number,
  answerOf = (turn: number): string => paragraphs(turn, 900),
): Promise<void> {
  const folder = join(homePaths(home).sessions, sessionId);
  await mkdir(folder, { recursive: true });
  const lines: string[] = [];
  let seq = 0;
  const start = Date.UTC(2026, 0, 1);
  const put = (turn: number, body: EventBody | BookkeepingBody, isEvent: boolean): void => {
    if (isEvent) seq += 1;
    const at = new Date(start + turn * 60_000 + seq).toISOString();
    const of = turn === 0 ? {} : { turnId: `t_${sessionId}_${turn}` };
    lines.push(JSON.stringify({ v: 1, at, sessionId, ...of, seq, ...body }));
  };
  const createdAt = new Date(start).toISOString();
  const workingDir = join(home, '..', 'work');
  const title = `Long ${sessionId}`;
  put(0, { type: 'session', title, mode: 'default', workingDir, createdAt }, false);
  for (let turn = 1; turn <= messages / 2; turn += 1) {
    const turnId = `t_${sessionId}_${turn}`;
    const text = `Question ${turn}: what about the harvest of year ${1000 + turn}?`;
    const answer = `Answer ${turn}.\n\n${answerOf(turn)}`;
    const request = { turnId, text, attachments: [], interactive: true };
    put(
      turn,
      { type: 'turn', ...request, startedAt: new Date(start + turn * 60_000).toISOString() },
      false,
    );
    put(turn, { type: 'started', text }, true);
    const message = (role: 'user' | 'assistant', words: string): void =>
      put(
        turn,
        {
          type: 'message',
          entry: { turnId, message: { role, parts: [{ type: 'text', text: words }] } },
        },
        false,
      );
    message('user', text);
    put(
      turn,
      { type: 'provider', call: 1, provider: 'first', model: 'test-openai', attempt: 1 },
      true,
    );
    if (turn % 5 === 0) {
      const toolCallId = `c_${turn}`;
      put(
        turn,
        { type: 'tool_call', call: 1, toolCallId, name: 'Read', args: { file_path: 'notes.md' } },
        true,
      );
      put(
        turn,
        {
          type: 'safety',
          toolCallId,
          level: 'safe',
          reason: 'reads a file',
          source: 'mode',
          ms: 0.1,
        },
        true,
      );
      const output = paragraphs(turn + 7, 600);
      put(
        turn,
        {
          type: 'tool_result',
          toolCallId,
          name: 'Read',
          ok: true,
          output,
          ms: 3,
          truncated: false,
        },
        true,
      );
    }
    seq += 4;
    put(turn, { type: 'partial', of: 'delta', call: 1, text: answer }, false);
    message('assistant', answer);
    put(turn, { type: 'content', text: answer }, true);
    put(
      turn,
      { type: 'usage', call: 1, ...usage, ms: 900, provider: 'first', model: 'test-openai' },
      true,
    );
    put(turn, { type: 'done', stopReason: 'end', iterations: 1, usage }, true);
  }
  await writeFile(join(folder, 'transcript.jsonl'), `${lines.join('\n')}\n`);
}
