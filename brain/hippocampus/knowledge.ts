/**
 * Knowledge files: dated facts that the mind was asked to keep, one line each, in five files that
 * their owner also edits by hand. What is not the fact in question stays byte for byte.
 */
import { join } from 'node:path';
import type { Fact, Knowledge } from '../regions.ts';
import { withoutCommentMarks } from '../shared/daily-journal.ts';
import type { HomePaths } from '../shared/home.ts';
import type { Redactor } from '../shared/redact.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { joined, type Sentence, say, verbatim } from '../shared/say.ts';
import { clip, oneLine } from '../shared/text.ts';
import { type Clock, fileStamp, localDate } from '../shared/time.ts';
import { sentenceOfThrown, ToldError } from '../shared/told-error.ts';
import { contentWords, looseStem } from '../shared/words.ts';
import type { Storage } from '../storage/index.ts';
import {
  commentOf,
  comparable,
  correctedItem,
  endsHidden,
  factsIn,
  lineBreakOf,
  linesOf,
  type PlacedFact,
} from './facts.ts';
import { guessTopic, namedTopic, type Topic, topics } from './topics.ts';

const KNOWLEDGE_VERSION = 1;

/** Longer than a paragraph is a document, not a fact. */
const MAX_FACT_LENGTH = 2000;
/** So many candidates are named when it is not clear which fact is meant. */
const MAX_NAMED = 8;

export function createKnowledge(deps: {
  readonly paths: Pick<HomePaths, 'knowledge' | 'trash'>;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly redactor: Redactor;
}): Knowledge {
  const { paths, storage, clock, redactor } = deps;
  const fileOf = (topic: Topic): string => join(paths.knowledge, `${topic}.md`);
  const nameOf = (topic: Topic): string => `hippocampus/knowledge/${topic}.md`;

  function wordsOf(text: string): Result<string, Sentence> {
    const fact = withoutCommentMarks(oneLine(redactor.own(text)));
    if (fact === '') return err(say('fact.empty'));
    if (fact.length <= MAX_FACT_LENGTH) return ok(fact);
    return err(say('fact.tooLong', { limit: MAX_FACT_LENGTH, length: fact.length }));
  }

  function refuseNewer(topic: Topic, text: string): void {
    const found = /<!-- connectome:knowledge v(\d+)/.exec(text)?.[1];
    if (found !== undefined && Number(found) > KNOWLEDGE_VERSION) {
      throw new ToldError(say('fact.newerFile', { path: nameOf(topic), version: found }));
    }
  }

  async function holderOf(key: string): Promise<Topic | undefined> {
    for (const topic of topics) {
      const text = await storage.read(fileOf(topic));
      if (text !== undefined && hasFact(text, key)) return topic;
    }
    return undefined;
  }

  async function list(): Promise<readonly Fact[]> {
    const facts: Fact[] = [];
    for (const topic of topics) {
      for (const placed of factsIn((await storage.read(fileOf(topic))) ?? '')) {
        const { start: _s, end: _e, mark: _m, history: _h, ...fact } = placed;
        facts.push({ ...fact, path: nameOf(topic) });
      }
    }
    return facts;
  }

  async function find(words: string): Promise<Result<readonly Fact[], Sentence>> {
    const all = await list();
    const key = comparable(withoutCommentMarks(redactor.own(words)));
    if (key === '') return err(say('fact.which'));
    const exact = all.filter(({ text }) => comparable(text) === key);
    if (exact.length > 0) return ok(exact);
    const part = all.filter(({ text }) => comparable(text).includes(key));
    const near = part.length > 0 ? part : all.filter(({ text }) => hasAllWords(text, words));
    if (near.length === 1) return ok(near);
    if (near.length === 0) return err(say('fact.none', { words: clip(words, 80) }));
    const named = near.slice(0, MAX_NAMED).map(({ path, text }) => verbatim(`- ${text} (${path})`));
    const rest =
      near.length > MAX_NAMED ? [say('fact.more', { count: near.length - MAX_NAMED })] : [];
    return err(say('fact.several', { facts: joined([...named, ...rest], '\n') }));
  }

  /** Replaces the fact wherever it stands in its file. False where it is not there any more. */
  async function rewrite(
    fact: Pick<Fact, 'text' | 'path'>,
    replacement: (placed: PlacedFact, eol: string) => string,
    keep: (topic: Topic, old: string) => Promise<void> = async () => {},
  ): Promise<boolean> {
    let changed = false;
    const key = comparable(fact.text);
    for (const topic of topics) {
      if (nameOf(topic) !== fact.path) continue;
      await storage.update(fileOf(topic), async (current) => {
        if (current === undefined) return undefined;
        refuseNewer(topic, current);
        let text = current;
        for (const placed of factsIn(current).toReversed()) {
          if (comparable(placed.text) !== key) continue;
          const put = replacement(placed, lineBreakOf(current));
          text = text.slice(0, placed.start) + put + text.slice(placed.end);
        }
        if (text === current) return undefined;
        await keep(topic, current);
        changed = true;
        return text;
      });
    }
    return changed;
  }

  return {
    list,
    find,

    async remember({ text, topic, sessionId }) {
      const fact = wordsOf(text);
      if (!fact.ok) return fact;
      const target =
        (topic === undefined ? undefined : namedTopic(topic)) ?? guessTopic(fact.value);
      const key = comparable(fact.value);
      try {
        const known = await holderOf(key);
        if (known !== undefined && known !== target)
          return ok({ path: nameOf(known), exists: true });
        let exists = false;
        await storage.update(fileOf(target), (current) => {
          const before = current ?? emptyFile(target);
          refuseNewer(target, before);
          exists = hasFact(before, key);
          const source = commentOf(localDate(clock.now()), sessionId);
          return exists ? undefined : insertFact(before, `- ${fact.value} <!-- ${source} -->`);
        });
        return ok({ path: nameOf(target), exists });
      } catch (thrown) {
        return err(sentenceOfThrown(thrown));
      }
    },

    async correct({ old, replacement, sessionId }) {
      const words = wordsOf(replacement);
      if (!words.ok) return words;
      try {
        const found = await find(old);
        if (!found.ok) return found;
        const [fact] = found.value;
        if (fact === undefined) return err(say('fact.gone'));
        if (fact.text === words.value) return err(say('fact.same'));
        const holder = await holderOf(comparable(words.value));
        if (holder !== undefined && comparable(fact.text) !== comparable(words.value)) {
          return err(say('fact.known', { path: nameOf(holder) }));
        }
        const today = localDate(clock.now());
        let changed = false;
        for (const one of found.value) {
          const put = await rewrite(one, (placed, eol) =>
            correctedItem(placed, words.value, { today, sessionId, eol }),
          );
          changed ||= put;
        }
        if (!changed) return err(say('fact.changed'));
        return ok({ path: fact.path, was: fact.text, is: words.value });
      } catch (thrown) {
        return err(sentenceOfThrown(thrown));
      }
    },

    async forget({ fact, keepCopy }) {
      try {
        const found = await find(fact);
        if (!found.ok) return found;
        for (const one of found.value) {
          await rewrite(
            one,
            () => '',
            async (topic, old) => {
              if (!keepCopy) return;
              const stamp = fileStamp(clock.now());
              await storage.write(join(paths.trash, 'knowledge', `${stamp}-${topic}.md`), old);
            },
          );
        }
        return ok(found.value);
      } catch (thrown) {
        return err(sentenceOfThrown(thrown));
      }
    },
  };
}

/** The words of the question are all in the fact, in any order and with other endings. */
function hasAllWords(fact: string, words: string): boolean {
  const has = new Set(contentWords(fact).map(looseStem));
  const asked = contentWords(words);
  return asked.length > 0 && asked.every((word) => has.has(looseStem(word)));
}

function emptyFile(topic: Topic): string {
  const title = topic.charAt(0).toUpperCase() + topic.slice(1);
  return `# ${title}\n<!-- connectome:knowledge v${KNOWLEDGE_VERSION} -->\n`;
}

function hasFact(text: string, key: string): boolean {
  return factsIn(text).some((fact) => comparable(fact.text) === key);
}

/**
 * Puts the line at the end of the first section: after what is there, before the first `##` that
 * the owner may have made for something else. Nothing is taken away: the result is the text with
 * one piece put into it.
 */
function insertFact(text: string, line: string): string {
  const eol = lineBreakOf(text);
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
  const section = linesOf(text).find((line) => line.visible && /^##+\s/.test(line.text));
  if (section !== undefined) return text.slice(0, section.start).trimEnd().length;
  // Then right after the title.
  if (endsHidden(text)) return /^# [^\r\n]*/.exec(text)?.[0].length ?? 0;
  return text.trimEnd().length;
}
