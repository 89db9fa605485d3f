/**
 * The mind's memory put together: conversations, facts, files, and the index over them. On its own
 * because these parts tell only each other what was written, so that it is found in the very next
 * call, kept as a version, and gone everywhere when it is forgotten.
 */
import { join } from 'node:path';
import { createBasalGanglia } from '../basalganglia/index.ts';
import type { CerebellumRegion } from '../cerebellum/index.ts';
import { createCortex } from '../cortex/index.ts';
import {
  type Attachments,
  createAttachments,
  createForgetting,
  createKnowledge,
  createProposals,
  createRecollection,
  createSessions,
  type Sessions,
} from '../hippocampus/index.ts';
import { createFileHistory, createWorkspaceFiles, type WorkspaceFiles } from '../home/index.ts';
import type {
  AskBeside,
  BasalGanglia,
  Corpus,
  Cortex,
  Forgetting,
  Knowledge,
  Proposals,
  Recollection,
  Thalamus,
} from '../regions.ts';
import { announceSession, type Parts } from '../rpc/parts.ts';
import { err, messageOf } from '../shared/result.ts';
import { askAboutProposals } from './ask-about-proposals.ts';
import type { CommonDeps } from './common-deps.ts';
import { indexedAtOnce } from './indexed-at-once.ts';

export interface MemoryDeps extends CommonDeps {
  readonly epoch: string;
  readonly corpus: Corpus;
  readonly announce: Parts['announce'];
  readonly askBeside: AskBeside;
  /** Regions that are built later, since they need this one. */
  readonly later: {
    readonly thalamus: () => Pick<Thalamus, 'embedder' | 'embed'>;
    readonly proposedSkills: () => CerebellumRegion['proposedSkills'];
    readonly discardArchives: () => Promise<void>;
    /** Resolves when what is being written behind the turns' backs is on the disk. */
    readonly settled: () => Promise<void>;
  };
}

export interface Memory {
  readonly sessions: Sessions;
  readonly attachments: Attachments;
  readonly cortex: Cortex;
  readonly basalganglia: BasalGanglia;
  readonly knowledge: Knowledge;
  readonly proposals: Proposals;
  readonly recollection: Recollection;
  readonly forgetting: Forgetting;
  readonly workspace: WorkspaceFiles;
  /** What was just written must be found at once; what is not is found by the watcher soon after. */
  indexNow(written: readonly string[]): Promise<void>;
  /** Takes up what waited when the brain last ended; the ids of sessions whose last turn did not end. */
  start(): Promise<readonly string[]>;
  /** Resolves when every version of a file is kept. */
  settled(): Promise<void>;
}

export function createMemory(deps: MemoryDeps): Memory {
  const { paths, logger, corpus, announce, later } = deps;
  const sessions = createSessions(deps);
  const history = createFileHistory({
    ...deps,
    onTrouble: (path, thrown) =>
      logger.warn('a version of a file could not be kept', { path, reason: messageOf(thrown) }),
  });
  const cortex = createCortex({
    ...deps,
    embedding: {
      embedder: () => later.thalamus().embedder(),
      embed: (...args) => later.thalamus().embed(...args),
    },
    onState: ({ state, documents }) => {
      announce({ type: 'index', state, documents });
      corpus.emit('index.state', { state, documents });
    },
    onChanged: (changed) => {
      announce({ type: 'workspace_changed', paths: [...changed] });
      corpus.emit('workspace.changed', { paths: changed });
      void history.follow(changed, 'outside');
    },
  });
  const indexNow = (written: readonly string[]): Promise<void> =>
    cortex.refresh(written).catch((thrown: unknown) => {
      logger.warn('what was just written is not in the index yet', { reason: messageOf(thrown) });
    });

  const files = createWorkspaceFiles({ ...deps, history });
  const basalganglia = createBasalGanglia(deps);
  const knowledge = indexedAtOnce(createKnowledge(deps), async (written) => {
    await history.follow(written, 'mind');
    await indexNow(written.map((file) => join(paths.workspace, file)));
  });
  const proposals = createProposals({
    ...deps,
    knowledge,
    applySkill: (skill) => later.proposedSkills().apply(skill),
    ask: askAboutProposals({
      ask: deps.askBeside,
      titleOf: (sessionId) => sessions.summary(sessionId)?.title,
      showSkill: (skill) => later.proposedSkills().show(skill),
    }),
  });
  const recollection = createRecollection({
    sessions,
    search: (query) => cortex.search(query),
    async readFile(path) {
      const read = await files.read(path);
      return read.ok ? read : err(read.error.message);
    },
  });
  const forgetting = createForgetting({
    ...deps,
    knowledge,
    proposals,
    sessions,
    discardArchives: later.discardArchives,
    settled: later.settled,
    reindex(written) {
      basalganglia.rewritten();
      return cortex.refresh(written, { anew: true });
    },
    onRewritten: (sessionId) => announceSession({ sessions, announce }, sessionId, 'rewritten'),
  });

  return {
    sessions,
    attachments: createAttachments(paths, deps.storage),
    cortex,
    basalganglia,
    knowledge,
    proposals,
    recollection,
    forgetting,
    workspace: {
      ...files,
      async write(file) {
        const written = await files.write(file);
        if (written.ok) await indexNow([join(paths.workspace, file.path)]);
        return written;
      },
      async restore(file) {
        const written = await files.restore(file);
        if (written.ok) await indexNow([join(paths.workspace, file.path)]);
        return written;
      },
    },
    indexNow,
    async start() {
      const unfinished = await sessions.start();
      await proposals.start();
      return unfinished;
    },
    settled: () => history.settled(),
  };
}
