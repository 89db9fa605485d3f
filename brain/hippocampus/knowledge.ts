/**
 * Knowledge files: dated facts that the mind was asked to keep, one line each, in five files that
 * their owner also edits by hand. Facts are only ever inserted; everything else stays byte for byte.
 */
import { join } from 'node:path';
import type { Knowledge } from '../regions.ts';
import { withoutCommentMarks } from '../shared/daily-journal.ts';
import type { HomePaths } from '../shared/home.ts';
import type { Redactor } from '../shared/redact.ts';
import { err, messageOf, ok, type Result } from '../shared/result.ts';
import { oneLine } from '../shared/text.ts';
import { type Clock, localDate } from '../shared/time.ts';
import type { Storage } from '../storage/index.ts';
import { guessTopic, namedTopic, type Topic, topics } from './topics.ts';

const KNOWLEDGE_VERSION = 1;

/** Longer than a paragraph is a document, not a fact. */
const MAX_FACT_LENGTH = 2000;

export function createKnowledge(deps: {
  readonly paths: Pick<HomePaths, 'knowledge'>;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly redactor: Redactor;
}): Knowledge {
  const { paths, storage, clock, redactor } = deps;
  const fileOf = (topic: Topic): string => join(paths.knowledge, `${topic}.md`);
  const nameOf = (topic: Topic): string => `hippocampus/knowledge/${topic}.md`;

  return {
    async remember({
      text,
      topic,
      sessionId,
    }): Promise<Result<{ readonly path: string; readonly exists: boolean }>> {
      const fact = withoutCommentMarks(oneLine(redactor.own(text)));
      if (fact === '') return err('There is nothing to remember.');
      if (fact.length > MAX_FACT_LENGTH) {
        return err(
          `A fact has at most ${MAX_FACT_LENGTH} characters; this one has ${fact.length}.`,
        );
      }
      const target = (topic === undefined ? undefined : namedTopic(topic)) ?? guessTopic(fact);
      const key = comparable(fact);
      try {
        for (const other of topics) {
          if (other === target) continue;
          const known = await storage.read(fileOf(other));
          if (known !== undefined && hasFact(known, key)) {
            return ok({ path: nameOf(other), exists: true });
          }
        }
        let exists = false;
        let newer: string | undefined;
        await storage.update(fileOf(target), (current) => {
          const text = current ?? emptyFile(target);
          newer = /<!-- connectome:knowledge v(\d+)/.exec(text)?.[1];
          if (newer !== undefined && Number(newer) > KNOWLEDGE_VERSION) return undefined;
          newer = undefined;
          exists = hasFact(text, key);
          const line = `- ${fact} <!-- ${localDate(clock.now())}, ${sessionId} -->`;
          return exists ? undefined : insertFact(text, line);
        });
        if (newer !== undefined) {
          return err(`${nameOf(target)} has version ${newer}, which this program does not know.`);
        }
        return ok({ path: nameOf(target), exists });
      } catch (thrown) {
        return err(messageOf(thrown));
      }
    },
  };
}

function emptyFile(topic: Topic): string {
  const title = topic.charAt(0).toUpperCase() + topic.slice(1);
  return `# ${title}\n<!-- connectome:knowledge v${KNOWLEDGE_VERSION} -->\n`;
}

/** The same fact in other capitals or spacing is the same fact. */
function comparable(fact: string): string {
  return oneLine(fact).normalize('NFC').toLowerCase();
}

function hasFact(text: string, key: string): boolean {
  return text.split('\n').some((line) => {
    const item = /^\s*[-*+]\s+(.*?)\s*(?:<!--.*-->)?\s*$/.exec(line)?.[1];
    return item !== undefined && comparable(item) === key;
  });
}

/**
 * Puts the line at the end of the first section: after what is there, before the first `##` that
 * the owner may have made for something else. Nothing is taken away: the result is the text with
 * one piece put into it.
 */
function insertFact(text: string, line: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const at = placeForFact(text);
  const before = text.slice(0, at);
  const after = text.slice(at);
  const previous = before.slice(before.lastIndexOf('\n') + 1);
  // A list right under a heading or a paragraph would become part of it.
  const gap = before === '' || /^\s*[-*+]\s/.test(previous) ? '' : eol;
  const start = before === '' ? '' : eol;
  const end = /^\r?\n/.test(after) ? '' : eol;
  return `${before}${start}${gap}${line}${end}${after}`;
}

function placeForFact(text: string): number {
  let offset = 0;
  let fence: string | undefined;
  let comment = false;
  for (const raw of text.split('\n')) {
    const mark = /^\s*(```|~~~)/.exec(raw)?.[1];
    if (comment) {
      comment = !raw.includes('-->');
    } else if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (fence === mark) fence = undefined;
    } else if (fence === undefined) {
      if (/^##+\s/.test(raw)) return text.slice(0, offset).trimEnd().length;
      comment = raw.lastIndexOf('<!--') > raw.lastIndexOf('-->');
    }
    offset += raw.length + 1;
  }
  // After an unclosed comment or fence nothing would be found again; then right after the title.
  if (comment || fence !== undefined) return /^# [^\r\n]*/.exec(text)?.[0].length ?? 0;
  return text.trimEnd().length;
}
