/**
 * Which folders the owner trusts: their standing rules may enter the prompt. The default working
 * directory is trusted. Others are asked about once, beside the conversation: no turn waits for it.
 */
import { realpathSync } from 'node:fs';
import type { BrainEventBody, Config, JsonObject, PendingAsk } from '../../protocol/index.ts';
import type { Approvals, FolderTrust, Settings } from '../regions.ts';
import { newId } from '../shared/ids.ts';
import type { Logger } from '../shared/log.ts';
import { expandHome, isInside } from '../shared/paths.ts';
import { messageOf, type Result } from '../shared/result.ts';
import { type Clock, isoLocal } from '../shared/time.ts';

export interface FolderTrustDeps {
  readonly settings: Settings;
  /** Writes a change of the settings. */
  readonly updateSettings: (patch: JsonObject) => Promise<Result<Config>>;
  readonly approvals: Approvals;
  readonly announce: (body: BrainEventBody) => void;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly userHome: string;
}

/** The rule that such an ask names, so that windows can word it for themselves. */
export const FOLDER_TRUST = 'folder_trust';

export function createFolderTrust(deps: FolderTrustDeps): FolderTrust {
  const { settings, approvals, announce, clock, logger, userHome } = deps;
  /** Trusted until the brain ends. */
  const forNow = new Set<string>();
  const asking = new Set<string>();

  function anyHolds(folders: Iterable<string>, root: string): boolean {
    for (const folder of folders) {
      if (isInside(realOf(expandHome(folder, userHome)), root)) return true;
    }
    return false;
  }

  function judge(root: string): ReturnType<FolderTrust['judge']> {
    const { workingDir, folders } = settings.get();
    // What the owner refused stays refused, wherever it lies.
    if (anyHolds(folders.never, root)) return 'never';
    return anyHolds([workingDir, ...folders.trusted, ...forNow], root) ? 'trusted' : 'unknown';
  }

  async function wait(ask: PendingAsk, root: string): Promise<void> {
    const { decision } = await approvals.wait(ask, new AbortController().signal);
    asking.delete(root);
    if (decision === 'allow_once' || decision === 'allow_session') forNow.add(root);
    const list =
      decision === 'allow_always' ? 'trusted' : decision === 'deny' ? 'never' : undefined;
    if (list !== undefined) {
      const held = settings.get().folders[list];
      const written = await deps.updateSettings({ folders: { [list]: [...held, root] } });
      if (!written.ok)
        logger.warn('trust in a folder could not be stored', { root, reason: written.error });
    }
    announce({ type: 'resumed', toolCallId: ask.toolCallId, decision });
  }

  return {
    judge,
    ask({ root, detail }) {
      if (asking.has(root) || judge(root) !== 'unknown') return;
      asking.add(root);
      const ask: PendingAsk = {
        toolCallId: newId('a'),
        reason: 'approval',
        title: 'Trust this folder?',
        detail,
        risk: 'Its rules become part of the instructions.',
        cwd: root,
        rule: FOLDER_TRUST,
        at: isoLocal(clock.now()),
      };
      wait(ask, root).catch((thrown: unknown) => {
        logger.error('asking about a folder failed', { root, reason: messageOf(thrown) });
      });
      const { at: _, ...body } = ask;
      announce({ type: 'yield', ...body });
    },
  };
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // Not there (yet): it is compared as it is written.
    return folder;
  }
}
