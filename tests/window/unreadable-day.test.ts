import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { apart } from '../../brain/shared/daily-journal.ts';
import { stopReason, turnErrorCodes } from '../../protocol/event-parts.ts';
import { createI18n } from '../../src-renderer/i18n/tables.ts';
import { dayOfEpisode, readEpisodes } from '../../src-renderer/memory/episodes.ts';
import { endingWords, responseWords, toolsWords } from '../../src-renderer/memory/outcome-words.ts';

it('every turn of a day in the diary’s own format is shown, with how it went', async () => {
  const golden = await readFile(join(import.meta.dirname, '../golden/episode.md'), 'utf8');
  const headings = golden.split('\n').filter((line) => line.startsWith('## '));
  const episodes = readEpisodes(golden);
  expect(episodes).toHaveLength(headings.length);
  for (const [index, { time, headline, heading, outcome }] of episodes.entries()) {
    expect(headings[index]).toContain(`## ${heading}`);
    expect(heading).toBe(`${time} ${headline}`);
    expect(headline).not.toContain('<!--');
    expect(outcome).not.toBe('');
  }
});

it('how a turn and its tools went is told in the owner’s language, but not what he wrote himself', () => {
  const i18n = createI18n('de');
  expect(endingWords('end', i18n)).toBeUndefined();
  for (const outcome of [...stopReason.options, ...turnErrorCodes]) {
    if (outcome !== 'end') expect(endingWords(outcome, i18n)).not.toMatch(outcome);
  }
  expect(endingWords('all my own', i18n)).toBe('all my own');
  const kept = apart('What it said.', true);
  const [told] = readEpisodes(`## 09:05 Hello\n- **Response:** ${kept}\n`);
  expect(responseWords(told?.response ?? '', i18n)).toMatch(/^Hier nicht wiederholt/);
  expect(responseWords('All mine.', i18n)).toBe('All mine.');
  expect(toolsWords('none', i18n)).toBeUndefined();
  expect(toolsWords('Read (success), Bash (denial), mcp__a__b (failure)', i18n)).toBe(
    'Read, Bash (abgelehnt), b · a (misslungen)',
  );
});

it('an arrow in an answer is shown as it was said, not as the file has it', () => {
  const day = '## 09:05 Hello\n- **Response:** a --&gt; b &lt;!-- c --&gt; <!-- ours -->\n';
  expect(readEpisodes(day)[0]?.response).toBe('a --> b <!-- c -->');
});

it('what the owner wrote into the file himself breaks nothing', () => {
  const day = '# Day\n\nFree words.\n\n## A heading of mine\n- **Response:** x\n\n## 09:05 Hello\n';
  expect(readEpisodes(day)).toEqual([
    {
      id: '09:05 Hello',
      time: '09:05',
      headline: 'Hello',
      heading: '09:05 Hello',
      response: '',
      tools: '',
      outcome: '',
    },
  ]);
  expect(readEpisodes('')).toEqual([]);
  expect(dayOfEpisode('hippocampus/episodes/notes.md')).toBeUndefined();
});

it("an entry stays itself when one before it is forgotten (drawn in the other one's place)", () => {
  const entries = [
    '## 09:05 A <!-- t_1 -->',
    '## 09:05 B <!-- t_2 -->',
    '## 09:06 C',
    '## 09:06 C',
  ];
  const ids = (lines: readonly string[]) => readEpisodes(lines.join('\n')).map(({ id }) => id);
  expect(ids(entries).slice(0, 2)).toEqual(['t_1', 't_2']);
  expect(ids(entries.slice(1))[0]).toBe('t_2');
  expect(new Set(ids(entries)).size).toBe(entries.length);
});
