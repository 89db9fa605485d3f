/**
 * From a profile to the line for a shell that runs in it, made by the library's functions for this system.
 * Making one takes a while: lines are kept for the next command that is the same.
 */
import { createNetwork, type Network } from './network.ts';
import { type Profile, stampOf } from './profile.ts';
import { withReadOnlyPlaces } from './read-only-places.ts';
import { withSealedHidden } from './sealed-hidden.ts';
import { refuseWildcards } from './seatbelt.ts';
import { withSocketGuard } from './socket-guard.ts';

/** Lines kept for the next command of the same session. */
const MAX_KEPT = 50;

export interface ConfinedLine {
  /** For `bash -c`: runs the command in the sandbox. */
  readonly line: string;
  /** The network is reached through a proxy, whose way in takes a moment to open. */
  readonly proxied: boolean;
  /** To be called when the command has ended. */
  release(): void;
}

export interface Wrapping {
  readonly shell: string;
  readonly command: string;
  /** Repositories in these are used although they may belong to somebody else. */
  readonly folders: readonly string[];
  /** The whole network, without a proxy. */
  readonly isOpen: boolean;
  /** What it may read it may change, but for `denyWrite`. */
  readonly changesAll?: boolean;
  /** Nothing is kept where the disk is hidden. */
  readonly sealed?: boolean;
  /** It may speak to the local sockets that it sees. */
  readonly signs?: boolean;
}

export interface CommandLines {
  /** `hosts`: those that it reaches, through a proxy. */
  of(profile: Profile, hosts: readonly string[], input: Wrapping): Promise<ConfinedLine>;
  close(): Promise<void>;
}

/** `listed`: the hosts that the settings list now. */
export function createCommandLines(listed: () => readonly string[]): CommandLines {
  let network: Network | undefined;
  const kept = new Map<string, string>();

  function keep(stamp: string, line: string): void {
    const oldest = kept.keys().next();
    if (kept.size >= MAX_KEPT && !oldest.done) kept.delete(oldest.value);
    kept.set(stamp, line);
  }

  async function of(
    closed: Profile,
    hosts: readonly string[],
    input: Wrapping,
  ): Promise<ConfinedLine> {
    if (hosts.length > 0) network ??= createNetwork();
    const still = input.signs === true ? undefined : listed;
    const door = hosts.length > 0 ? await network?.open(hosts, still) : undefined;
    // The way to the proxy lies in a folder that is hidden otherwise.
    const sockets = Object.values(door?.sockets ?? {});
    const profile = { ...closed, allowRead: [...closed.allowRead, ...new Set(sockets)] };
    const stamp = JSON.stringify([
      await stampOf(profile),
      input.shell,
      input.command,
      door ?? null,
      input.isOpen,
      input.changesAll ?? false,
      input.signs ?? false,
      input.sealed ?? false,
    ]);
    const proxied = door !== undefined;
    const wrappedLine = kept.get(stamp);
    if (wrappedLine !== undefined) return { line: wrappedLine, proxied, release: () => {} };
    if (process.platform === 'darwin') {
      refuseWildcards(profile);
      const { wrapCommandWithSandboxMacOS } = await import(
        '@anthropic-ai/sandbox-runtime/dist/sandbox/macos-sandbox-utils.js'
      );
      const line = wrapCommandWithSandboxMacOS({
        ...common(profile, input),
        ...(door === undefined ? {} : door.ports),
      });
      keep(stamp, line);
      return { line, proxied, release: () => {} };
    }
    const { wrapCommandWithSandboxLinux, cleanupBwrapMountPoints } = await import(
      '@anthropic-ai/sandbox-runtime/dist/sandbox/linux-sandbox-utils.js'
    );
    const inside = await wrapCommandWithSandboxLinux({
      ...common(profile, input),
      ...(door === undefined ? {} : { ...door.ports, ...door.sockets }),
      ...(await withSocketGuard()),
      // Its search for dangerous files looks through the folder of this process, which is nobody's.
      abortSignal: AbortSignal.abort(),
    });
    const open = input.changesAll ? withReadOnlyPlaces(inside, profile) : inside;
    const line = input.sealed ? withSealedHidden(open) : open;
    // Placeholders for what is not there yet belong to this one command.
    if (line.includes('/dev/null') || line.includes('claude-empty-')) {
      return { line, proxied, release: () => cleanupBwrapMountPoints() };
    }
    cleanupBwrapMountPoints();
    keep(stamp, line);
    return { line, proxied, release: () => {} };
  }

  return {
    of,
    async close() {
      await network?.close();
    },
  };
}

function common(profile: Profile, input: Wrapping) {
  return {
    command: input.command,
    commandId: 'command',
    // Without a door this means: no network at all.
    needsNetworkRestriction: !input.isOpen,
    readConfig: {
      denyOnly: [...profile.denyRead],
      allowWithinDeny: [...profile.allowRead],
    },
    // Linux keeps what stays unchanged in another way, see `withReadOnlyPlaces`.
    writeConfig:
      input.changesAll && process.platform === 'linux'
        ? undefined
        : { allowOnly: [...profile.allowWrite], denyWithinAllow: [...profile.denyWrite] },
    binShell: input.shell,
    gitSafeDirectories: [...input.folders],
    ...(input.signs === true ? { allowAllUnixSockets: true } : {}),
  };
}
