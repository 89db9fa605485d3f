/**
 * Prefrontal: decides what a model gets to know.
 *
 * Takes the owner's message, the conversation so far, the mind's files, tools, skills and memory
 * hits. Gives the system prompt, the tools, the messages, and an account of what is in, what is out
 * and why; and keeps a snapshot of everything that was sent. What must always hold: the same files,
 * tools and history give the same bytes; no category goes over its cap; no text can leave its place
 * in the prompt; and neither an unreadable file nor a full disk stops a turn.
 */
import type { FolderTrust, Prefrontal, ToolSpec } from '../regions.ts';
import type { HomePaths } from '../shared/home.ts';
import type { Logger } from '../shared/log.ts';
import { requestTokens, toolTokens } from '../shared/request-tokens.ts';
import type { Storage } from '../storage/index.ts';
import { planBudget } from './budget.ts';
import { type BuilderDeps, createBuilder } from './build-context.ts';
import { foldToHalf, historyTokens } from './compaction.ts';
import { explain } from './explain.ts';
import { fitRequest } from './fit-request.ts';
import { memoryCandidates } from './memory.ts';
import { createProjectReader, trustedRules } from './project.ts';
import { createRefusedLengths } from './refused-lengths.ts';
import { createSnapshots, MAX_SNAPSHOT_BYTES } from './snapshots.ts';
import { createSourceReader } from './sources.ts';
import { createTokenScale } from './token-scale.ts';
import { rememberTools } from './tool-definitions.ts';

export interface PrefrontalDeps
  extends Pick<
    BuilderDeps,
    'settings' | 'clock' | 'redactor' | 'ras' | 'searchMemory' | 'near' | 'preferences' | 'skills'
  > {
  readonly paths: Pick<HomePaths, 'workspace' | 'snapshots'>;
  readonly storage: Storage;
  readonly logger: Logger;
  readonly tools: (found: readonly string[]) => readonly ToolSpec[];
  readonly folderTrust: FolderTrust;
  /** Snapshots are kept up to this many bytes; 200 MB where it is not said. */
  readonly maxSnapshotBytes?: number;
}

export function createPrefrontal(deps: PrefrontalDeps): Prefrontal {
  const { paths, storage, clock, logger, redactor } = deps;
  const scale = createTokenScale();
  const refused = createRefusedLengths();
  const toolDefinitions = rememberTools(deps.tools);
  const buildContext = createBuilder({
    ...deps,
    toolDefinitions,
    scaleOf: scale.of,
    sources: createSourceReader(paths.workspace, logger),
    projectRules: trustedRules(createProjectReader(logger), deps.folderTrust),
  });
  const snapshots = createSnapshots({
    folder: paths.snapshots,
    storage,
    clock,
    logger,
    redactor,
    maxBytes: deps.maxSnapshotBytes ?? MAX_SNAPSHOT_BYTES,
  });
  return {
    async buildContext(input) {
      const built = await buildContext({ ...input, target: refused.within(input.target) });
      // The window it was asked for: whoever holds the context compares it with the target's own.
      return { ...built, contextWindow: input.target.contextWindow };
    },
    lookAhead({ text, sessionId }) {
      const candidates = memoryCandidates(deps.searchMemory, text, sessionId);
      // For what scoring remembers of each note: its scores are worked out again when it is time.
      deps.ras.score(candidates, text, clock.now());
    },
    toolDefinitions,
    fitRequest: (request, target, turnStart) =>
      fitRequest(request, refused.within(target), turnStart, scale.of(target)),
    compact(history, target) {
      if (target === undefined) return foldToHalf(history, historyTokens(history));
      const schemas = toolTokens(toolDefinitions([]));
      const plan = planBudget(refused.within(target), schemas, deps.settings.get().context);
      return foldToHalf(history, Math.floor(plan.history.cap / scale.of(target)));
    },
    learnRefusal(request, target) {
      refused.learn(target, requestTokens(request) * scale.of(target));
    },
    estimateTokens: (request, target) => Math.round(requestTokens(request) * scale.of(target)),
    learnUsage(request, target, usage) {
      const { inputTokens, cacheReadTokens, cacheWriteTokens } = usage;
      const reported = inputTokens + cacheReadTokens + cacheWriteTokens;
      scale.learn(target, requestTokens(request), reported);
    },
    explain: (input) => explain(deps.searchMemory, input),
    ...snapshots,
  };
}
