/**
 * Forgetting a fact: out of the knowledge files and, where its owner wants that, out of everything
 * else that the program itself has written: diary, outcomes, tasks, snapshots, proposals, conversations
 * (also private and deleted ones). What is left to do stands in a file, so that a crash does not end it.
 */
import { join } from 'node:path';
import { z } from 'zod';
import type { Fact, ForgetPlan, Forgetting, Knowledge, Proposals } from '../regions.ts';
import { namesIn } from '../shared/folder.ts';
import type { HomePaths } from '../shared/home.ts';
import { isSafeId } from '../shared/ids.ts';
import { parseJson } from '../shared/json.ts';
import type { Logger } from '../shared/log.ts';
import { createQueue } from '../shared/queue.ts';
import { err, messageOf, ok, type Result } from '../shared/result.ts';
import { type Sentence, say, sayCount } from '../shared/say.ts';
import { oneLine } from '../shared/text.ts';
import { type Clock, isoLocal } from '../shared/time.ts';
import { sentenceOfThrown } from '../shared/told-error.ts';
import { contentWords } from '../shared/words.ts';
import type { Storage } from '../storage/index.ts';
import { createFactMask, type FactMask, FORGOTTEN, maskTranscript } from './mask-fact.ts';
import { ownFiles } from './own-files.ts';
import type { Sessions } from './sessions.ts';

const FORGETTING_VERSION = 1;

const job = z.object({
  at: z.string(),
  texts: z.array(z.string()),
  /** Conversations that were in use; null: nothing is done yet. */
  sessions: z.array(z.string()).nullable(),
});
const jobFile = z.object({ version: z.literal(FORGETTING_VERSION), jobs: z.array(job) });
type Job = z.infer<typeof job>;

export interface ForgettingDeps {
  readonly paths: HomePaths;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly knowledge: Knowledge;
  readonly proposals: Pick<Proposals, 'withdraw'>;
  readonly sessions: Sessions;
  /** Packed minds hold facts out of reach: they are thrown away. */
  readonly discardArchives: () => Promise<void>;
  /** Resolves when what is being written behind the turns' backs is on the disk. */
  readonly settled: () => Promise<void>;
  /** Reads these files anew into the index, from their beginnings; absolute paths. */
  readonly reindex: (paths: readonly string[]) => Promise<void>;
  /** A conversation says something else now. */
  readonly onRewritten: (sessionId: string) => void;
}

export function createForgetting(deps: ForgettingDeps): Forgetting {
  const { paths, storage, clock, logger, knowledge, sessions } = deps;
  /** One after the other: they work on the same files. */
  const queue = createQueue();
  let jobs: readonly Job[] = [];

  async function keepJobs(next: readonly Job[]): Promise<void> {
    jobs = next;
    if (next.length === 0) await storage.remove(paths.forgetting);
    else {
      const content = { version: FORGETTING_VERSION, jobs: next };
      await storage.write(paths.forgetting, `${JSON.stringify(content, null, 2)}\n`);
    }
  }

  /** Which facts are meant. Everywhere, the words themselves will do where no file has the fact. */
  async function meant(
    words: string,
    everywhere: boolean,
  ): Promise<Result<readonly Fact[], Sentence>> {
    const found = await knowledge.find(words);
    if (found.ok || !everywhere) return found;
    const isNowhere = found.error.said.some((part) => 'code' in part && part.code === 'fact.none');
    if (!isNowhere && (await knowledge.list()).length > 0) return found;
    if (contentWords(words).length < 2 && oneLine(words).length < 4) {
      return err(say('forget.tooLittle'));
    }
    return ok([]);
  }

  function textsOf(words: string, facts: readonly Fact[]): readonly string[] {
    if (facts.length === 0) return [oneLine(words)];
    return [...new Set(facts.flatMap(({ text, before }) => [text, ...before.map((b) => b.text)]))];
  }

  async function taskFilesOf(sessionId: string): Promise<readonly string[]> {
    const folder = join(paths.privateSessions, sessionId, 'tasks');
    return (await namesIn(folder)).map((name) => join(folder, name));
  }

  async function trashed(): Promise<readonly string[]> {
    const folder = join(paths.trash, 'sessions');
    return (await namesIn(folder)).map((name) => join(folder, name));
  }

  /** Masks one file. `again`: also one that a crash may have left masked and not indexed counts. */
  async function maskFile(path: string, mask: FactMask, again: boolean): Promise<boolean> {
    let changed = false;
    await storage.update(path, (current) => {
      if (current === undefined) return undefined;
      const masked = mask.apply(current);
      changed = masked !== current || (again && current.includes(FORGOTTEN));
      return masked === current ? undefined : masked;
    });
    return changed;
  }

  /** Returns the files for which `run` says that they have changed; one that fails is counted. */
  async function each(
    files: readonly string[],
    run: (path: string) => Promise<boolean>,
    failed: () => void,
  ): Promise<readonly string[]> {
    const changed: string[] = [];
    for (const path of files) {
      try {
        if (await run(path)) changed.push(path);
      } catch (thrown) {
        failed();
        logger.error('a fact could not be taken out of a file', {
          path,
          reason: messageOf(thrown),
        });
      }
    }
    return changed;
  }

  /** One round of a job. Returns the conversations that were in use, and what was changed. */
  async function round(
    one: Job,
    again: boolean,
  ): Promise<{
    /** What is left to do; undefined: nothing. */
    readonly left: Job | undefined;
    readonly busy: number;
    readonly failures: number;
    readonly changed: number;
  }> {
    const mask = createFactMask(one.texts);
    await deps.settled();
    const busy: string[] = [];
    let failures = 0;
    const failed = (): void => {
      failures += 1;
    };
    const ids = one.sessions ?? sessions.list().map(({ sessionId }) => sessionId);
    const since = one.sessions === null ? undefined : Date.parse(one.at) - 1000;
    const changed = [
      ...(await each(await ownFiles(paths, since), (path) => maskFile(path, mask, again), failed)),
    ];
    for (const sessionId of ids.filter(isSafeId)) {
      const done = await sessions
        .rewrite(sessionId, (text) => maskTranscript(text, mask))
        .catch((thrown: unknown) => {
          failed();
          logger.error('a fact could not be taken out of a conversation', {
            sessionId,
            reason: messageOf(thrown),
          });
          return 'unchanged' as const;
        });
      if (done === 'busy') busy.push(sessionId);
      if (done === 'changed') deps.onRewritten(sessionId);
      if (done === 'changed' || again) changed.push(sessions.transcriptOf(sessionId));
      await each(await taskFilesOf(sessionId), (path) => maskFile(path, mask, false), failed);
    }
    if (one.sessions === null) {
      await deps.proposals.withdraw((text) => mask.apply(text) !== text);
      await deps.discardArchives();
      await each(
        await trashed(),
        async (folder) => {
          await storage.rewrite(join(folder, 'transcript.jsonl'), (text) =>
            maskTranscript(text, mask),
          );
          // Derived from it, and its title may be the fact.
          await storage.remove(join(folder, 'session.json'));
          return false;
        },
        failed,
      );
    }
    await deps.reindex(changed);
    const done = busy.length === 0 && failures === 0;
    // After a failure everything is looked through again: what is masked already stays so.
    const left = done ? undefined : { ...one, sessions: failures > 0 ? null : busy };
    return { left, busy: busy.length, failures, changed: changed.length };
  }

  async function resume(again: boolean): Promise<void> {
    const left: Job[] = [];
    for (const one of jobs) {
      if (one.sessions === null) await takeOut(one.texts);
      const rest = (await round(one, again)).left;
      if (rest !== undefined) left.push(rest);
    }
    await keepJobs(left);
  }

  async function takeOut(texts: readonly string[]): Promise<void> {
    const known = await knowledge.list();
    for (const text of texts) {
      if (!known.some((fact) => fact.text === text)) continue;
      const gone = await knowledge.forget({ fact: text, keepCopy: false });
      if (!gone.ok) logger.error('a fact could not be forgotten', { reason: gone.error.text });
    }
  }

  return {
    async plan({ fact, everywhere }) {
      const facts = await meant(fact, everywhere);
      if (!facts.ok) return facts;
      const plan: ForgetPlan = { facts: facts.value, files: [], sessions: [] };
      if (!everywhere) return ok(plan);
      const mask = createFactMask(textsOf(fact, facts.value));
      await deps.settled();
      const files: string[] = [];
      for (const path of await ownFiles(paths)) {
        // What cannot be read now is not announced; forgetting itself tries it, and says so if it fails.
        const text = await storage.read(path).catch(() => undefined);
        if (text !== undefined && mask.apply(text) !== text)
          files.push(path.slice(paths.root.length + 1));
      }
      const held: string[] = [];
      for (const { sessionId } of sessions.list()) {
        const text = await storage.read(sessions.transcriptOf(sessionId)).catch(() => undefined);
        if (text !== undefined && maskTranscript(text, mask) !== undefined) held.push(sessionId);
      }
      return ok({ ...plan, files, sessions: held });
    },

    forget: ({ fact, everywhere }) =>
      queue.run(async () => {
        const facts = await meant(fact, everywhere);
        if (!facts.ok) return facts;
        try {
          if (!everywhere) {
            const gone = await knowledge.forget({ fact, keepCopy: true });
            return gone.ok ? ok({ facts: gone.value, changed: 0, later: 0 }) : gone;
          }
          const texts = [...textsOf(fact, facts.value)];
          const one: Job = { at: isoLocal(clock.now()), texts, sessions: null };
          const others = jobs;
          await keepJobs([...others, one]);
          for (const { text } of facts.value) {
            const gone = await knowledge.forget({ fact: text, keepCopy: false });
            if (!gone.ok) return gone;
          }
          const { left, busy, failures, changed } = await round(one, false);
          await keepJobs(left === undefined ? others : [...others, left]);
          if (failures === 0) return ok({ facts: facts.value, changed, later: busy });
          return err(sayCount('forget.notYet', failures));
        } catch (thrown) {
          return err(sentenceOfThrown(thrown));
        }
      }),

    start: () =>
      queue
        .run(async () => {
          const text = await storage.read(paths.forgetting);
          if (text === undefined) return;
          const parsed = jobFile.safeParse(parseJson(text));
          if (!parsed.success) {
            logger.error('what was to be forgotten cannot be read', { path: paths.forgetting });
            return;
          }
          jobs = parsed.data.jobs;
          await resume(true);
        })
        .catch(complain),

    settled: queue.settled,

    turnEnded: () =>
      jobs.length === 0 ? Promise.resolve() : queue.run(() => resume(false)).catch(complain),
  };

  function complain(thrown: unknown): void {
    // The file with the rest is still there: the next turn or start tries again.
    logger.error('forgetting was interrupted', { reason: messageOf(thrown) });
  }
}
