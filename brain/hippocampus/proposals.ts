/**
 * What conversations that have read text from elsewhere want to remember, and what skills the agent
 * wants: kept in a file until the owner decides, also over restarts. Nothing of it is in the knowledge,
 * the index or any prompt before.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { contentOrigin } from '../../protocol/index.ts';
import type { Knowledge, Proposals, ProposedChange, ProposedSkill } from '../regions.ts';
import type { HomePaths } from '../shared/home.ts';
import { newId } from '../shared/ids.ts';
import type { Logger } from '../shared/log.ts';
import { createQueue } from '../shared/queue.ts';
import { err, messageOf, ok, type Result } from '../shared/result.ts';
import { type Sentence, say } from '../shared/say.ts';
import { type Clock, isoLocal } from '../shared/time.ts';
import type { Storage } from '../storage/index.ts';

const PROPOSALS_VERSION = 1;
/** More nobody reads; a text that wants to be remembered a thousand times is refused. */
const MAX_WAITING = 50;

const proposal = z.object({
  id: z.string(),
  at: z.string(),
  sessionId: z.string(),
  origins: z.array(contentOrigin),
  change: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('remember'), fact: z.string(), topic: z.string().optional() }),
    z.object({ kind: z.literal('correct'), old: z.string(), replacement: z.string() }),
    z.object({
      kind: z.literal('skill'),
      folder: z.string(),
      files: z.array(z.object({ path: z.string(), content: z.string() })),
      base: z.string(),
    }),
  ]),
});
export type Proposal = z.infer<typeof proposal>;

const proposalsFile = z.object({
  version: z.literal(PROPOSALS_VERSION),
  proposals: z.array(proposal),
});

export interface ProposalsDeps {
  readonly paths: Pick<HomePaths, 'proposals'>;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly knowledge: Pick<Knowledge, 'remember' | 'correct'>;
  /** Writes a skill that the owner has accepted; the error says why it cannot be done. */
  readonly applySkill: (skill: ProposedSkill) => Promise<Result<void, Sentence>>;
  /**
   * Asks the owner. Never resolves while nobody answers, and rejects when `signal` aborts; `problem`:
   * why it could not be done when he had said yes.
   */
  readonly ask: (
    proposal: Proposal,
    problem: Sentence | undefined,
    signal: AbortSignal,
  ) => Promise<'accept' | 'reject'>;
}

export function createProposals(deps: ProposalsDeps): Proposals & { start(): Promise<void> } {
  const { paths, storage, clock, logger, knowledge } = deps;
  let waiting: readonly Proposal[] = [];
  /** Ends the question about a proposal. */
  const questions = new Map<string, AbortController>();
  /** Why the file cannot be used; then nothing is proposed and nothing is overwritten. */
  let broken: string | undefined;
  /** One change after the other: each begins with what the one before it left. */
  const queue = createQueue();

  /** What could not be written does not wait either: whoever proposed it hears of it and may try again. */
  async function store(next: readonly Proposal[]): Promise<void> {
    const content = { version: PROPOSALS_VERSION, proposals: next };
    await storage.write(paths.proposals, `${JSON.stringify(content, null, 2)}\n`);
    waiting = next;
  }

  async function apply({ change, sessionId }: Proposal): Promise<Sentence | undefined> {
    if (change.kind === 'skill') {
      const written = await deps.applySkill(change);
      return written.ok ? undefined : written.error;
    }
    const done =
      change.kind === 'remember'
        ? await knowledge.remember({
            text: change.fact,
            sessionId,
            ...(change.topic === undefined ? {} : { topic: change.topic }),
          })
        : await knowledge.correct({ ...change, sessionId });
    return done.ok ? undefined : done.error;
  }

  /** Until it is rejected, or accepted and done. */
  async function decide(one: Proposal, { signal }: AbortController): Promise<void> {
    let problem: Sentence | undefined;
    do {
      const answer = await deps.ask(one, problem, signal);
      problem = answer === 'accept' ? await apply(one) : undefined;
    } while (problem !== undefined);
    questions.delete(one.id);
    await queue.run(() => store(waiting.filter(({ id }) => id !== one.id)));
  }

  function open(one: Proposal): void {
    const question = new AbortController();
    questions.set(one.id, question);
    decide(one, question).catch((thrown: unknown) => {
      if (question.signal.aborted) return;
      logger.error('a proposal could not be decided', { id: one.id, reason: messageOf(thrown) });
    });
  }

  return {
    async start() {
      try {
        const text = await storage.read(paths.proposals);
        if (text === undefined) return;
        waiting = proposalsFile.parse(JSON.parse(text)).proposals;
      } catch (thrown) {
        broken = messageOf(thrown);
        logger.error('proposals.json cannot be read and is left as it is', { reason: broken });
        return;
      }
      for (const one of waiting) open(one);
    },
    add: ({ sessionId, origins, change }) =>
      queue.run(async () => {
        if (broken !== undefined) return err(say('proposals.unreadable'));
        if (waiting.some((one) => sameChange(one.change, change))) return ok(undefined);
        if (waiting.length >= MAX_WAITING) {
          return err(say('proposals.tooMany', { limit: MAX_WAITING }));
        }
        const at = isoLocal(clock.now());
        const kept = change.kind === 'skill' ? { ...change, files: [...change.files] } : change;
        const id = newId('a');
        const one: Proposal = { id, at, sessionId, origins: [...origins], change: kept };
        await store([...waiting, one]);
        open(one);
        return ok(undefined);
      }),
    withdraw: (isMeant) =>
      queue.run(async () => {
        const gone = waiting.filter(({ change }) => textsOf(change).some(isMeant));
        if (gone.length === 0) return;
        await store(waiting.filter((one) => !gone.includes(one)));
        for (const { id } of gone) {
          questions.get(id)?.abort();
          questions.delete(id);
        }
      }),
  };
}

function textsOf(change: ProposedChange): readonly string[] {
  switch (change.kind) {
    case 'remember':
      return [change.fact];
    case 'correct':
      return [change.old, change.replacement];
    case 'skill':
      return change.files.map(({ content }) => content);
  }
}

function sameChange(a: ProposedChange, b: ProposedChange): boolean {
  if (a.kind === 'remember') return b.kind === 'remember' && a.fact === b.fact;
  if (a.kind === 'skill') {
    return b.kind === 'skill' && a.folder === b.folder && isDeepStrictEqual(a.files, b.files);
  }
  return b.kind === 'correct' && a.old === b.old && a.replacement === b.replacement;
}
