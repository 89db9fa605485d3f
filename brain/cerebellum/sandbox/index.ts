/**
 * Confines commands with the operating system's sandbox (bubblewrap on Linux, seatbelt on macOS)
 * through `@anthropic-ai/sandbox-runtime`. Nothing else knows that library.
 *
 * Of the library the functions per platform are used, not its manager: the manager holds one policy
 * for the whole process and opens the same network for every command, while here each command has
 * its own folder and its own list of hosts (`network.ts`), and a vetted one has no network at all.
 *
 * Must always hold: what cannot be confined does not run here (an error, never a plain shell); the
 * library is loaded when the first command or question about it comes, not at the start.
 */
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SandboxOpening, SandboxState, Settings } from '../../regions.ts';
import type { HomePaths } from '../../shared/home.ts';
import type { Logger } from '../../shared/log.ts';
import type { Places } from '../../shared/paths.ts';
import { err, messageOf, ok, type Result } from '../../shared/result.ts';
import type { Storage } from '../../storage/index.ts';
import { watchRepositories } from './led-elsewhere.ts';
import { lendAgent } from './lent-agent.ts';
import { createNetwork, type Network } from './network.ts';
import { probe } from './probe.ts';
import { type Profile, profileFor, programProfile, stampOf } from './profile.ts';
import { withReadOnlyPlaces } from './read-only-places.ts';
import { withSealedHidden } from './sealed-hidden.ts';
import { refuseWildcards } from './seatbelt.ts';
import { serverProfile } from './server-profile.ts';

/** Wrapped command lines kept for the next command of the same session. */
const MAX_KEPT = 50;

export interface ConfinedShell {
  /** For `bash -c`: runs `script` of the environment variable below in the sandbox. */
  readonly line: string;
  /** The session's own temporary folder. */
  readonly temp: string;
  /** The network is reached through a proxy, whose way in takes a moment to open. */
  readonly proxied: boolean;
  /** Where its owner's SSH agent is reached, lent to this command. */
  readonly agent?: string;
  /** To be called when the command has ended. */
  release(): void;
}

export interface Sandbox {
  /** Found out once, by running a program in it. */
  state(): Promise<SandboxState>;
  /** What was found out; undefined while nobody has asked. */
  known(): SandboxState | undefined;
  /** The command line that runs `command` (fixed text, without anything of the model's) confined. */
  confine(input: {
    readonly sessionId: string;
    readonly places: Places;
    readonly vetted: boolean;
    /** What its owner opened for this one command. */
    readonly opening?: SandboxOpening;
    readonly shell: string;
    readonly command: string;
  }): Promise<Result<ConfinedShell>>;
  /** The same for a program that is not a session's: it sees only what is listed, and no network. */
  confineProgram(input: {
    /** Names its temporary folder. */
    readonly name: string;
    readonly read: readonly string[];
    readonly write: readonly string[];
    readonly shell: string;
    readonly command: string;
  }): Promise<Result<ConfinedShell>>;
  /**
   * The same for a server of others: with the network, and with all files but keys and Connectome's
   * home. Where the system's own local sockets can be closed (Linux), they are.
   */
  confineServer(input: {
    /** The folder that it starts in. */
    readonly folder: string;
    readonly shell: string;
    readonly command: string;
  }): Promise<Result<Omit<ConfinedShell, 'temp'>>>;
  /** A temporary folder for `name`, also where nothing is confined. */
  tempFolder(name: string): Promise<string>;
  /** What used it is over. Whoever asks for it next gets it empty. */
  emptyTemp(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface SandboxDeps {
  readonly paths: HomePaths;
  readonly settings: Settings;
  readonly storage: Storage;
  readonly logger: Logger;
  /** The real one where absent. */
  readonly userHome?: string;
}

export function createSandbox(deps: SandboxDeps): Sandbox {
  let state: Promise<SandboxState> | undefined;
  let known: SandboxState | undefined;
  let network: Network | undefined;
  const kept = new Map<string, string>();
  const tempRoot = join(deps.paths.root, 'tmp');
  const temps = new Map<string, Promise<string>>();

  function tempOf(sessionId: string): Promise<string> {
    const known = temps.get(sessionId);
    if (known) return known;
    const name = createHash('sha256').update(sessionId).digest('hex').slice(0, 12);
    const folder = join(tempRoot, name);
    const made = deps.storage.makeFolder(folder).then(() => folder);
    temps.set(sessionId, made);
    return made;
  }

  async function wrapped(
    profile: Profile,
    hosts: readonly string[],
    input: Wrapping,
  ): Promise<Omit<ConfinedShell, 'temp'>> {
    const leadBack = await watchRepositories(profile, deps.storage);
    const shell = await lineFor(profile, hosts, input);
    const release = (): void => {
      shell.release();
      leadBack().catch((thrown: unknown) => {
        deps.logger.warn('a repository leads elsewhere', { reason: messageOf(thrown) });
      });
    };
    return { ...shell, release };
  }

  async function lineFor(
    closed: Profile,
    hosts: readonly string[],
    input: Wrapping,
  ): Promise<Omit<ConfinedShell, 'temp'>> {
    if (hosts.length > 0) network ??= createNetwork();
    const listed = (): readonly string[] => deps.settings.get().sandbox.network;
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

  function keep(stamp: string, line: string): void {
    const oldest = kept.keys().next();
    if (kept.size >= MAX_KEPT && !oldest.done) kept.delete(oldest.value);
    kept.set(stamp, line);
  }

  async function signingShell(
    profile: Profile,
    { servers, agent }: NonNullable<SandboxOpening['signing']>,
    wrapping: Wrapping,
    temp: string,
  ): Promise<ConfinedShell> {
    const lent = await lendAgent(agent);
    const giveBack = (): void => {
      lent.close().catch((thrown: unknown) => {
        deps.logger.warn('a lent SSH agent was not closed', { reason: messageOf(thrown) });
      });
    };
    try {
      const shown = { ...profile, allowRead: [...profile.allowRead, lent.folder] };
      const { line, proxied, release } = await wrapped(shown, servers, {
        ...wrapping,
        signs: true,
      });
      const done = (): void => {
        release();
        giveBack();
      };
      return { line, proxied, temp, agent: lent.socket, release: done };
    } catch (thrown) {
      giveBack();
      throw thrown;
    }
  }

  return {
    state() {
      state ??= probe().then((found) => {
        known = found;
        if (!found.available) deps.logger.info('commands have no sandbox', { why: found.message });
        return found;
      });
      return state;
    },
    known: () => known,
    async confine(input) {
      const found = await this.state();
      if (!found.available) return err(found.message);
      try {
        const temp = await tempOf(input.sessionId);
        const signing = input.vetted ? undefined : input.opening?.signing;
        const profile = await profileFor({
          signing: signing !== undefined,
          places: input.places,
          paths: deps.paths,
          config: deps.settings.get(),
          temp,
          vetted: input.vetted,
          opened: await stillThere(input.opening?.folders ?? []),
          ownFiles: await ownFiles(),
        });
        const isOpen = hasNetwork(input);
        const { shell, command } = input;
        const folders = [input.places.workingDir];
        const wrapping = { shell, command, folders, isOpen };
        if (signing !== undefined) return ok(await signingShell(profile, signing, wrapping, temp));
        const hosts = input.vetted || isOpen ? [] : deps.settings.get().sandbox.network;
        return ok({ ...(await wrapped(profile, hosts, wrapping)), temp });
      } catch (thrown) {
        return err(`The command could not be confined, so it did not run: ${messageOf(thrown)}`);
      }
    },
    async confineProgram({ name, read, write, shell, command }) {
      const found = await this.state();
      if (!found.available) return err(found.message);
      try {
        const temp = await tempOf(name);
        const profile = await programProfile({
          places: { homeRoot: deps.paths.root, userHome: deps.userHome ?? homedir() },
          read,
          write,
          temp,
          ownFiles: await ownFiles(),
        });
        return ok({
          ...(await wrapped(profile, [], {
            shell,
            command,
            folders: [],
            isOpen: false,
            sealed: true,
          })),
          temp,
        });
      } catch (thrown) {
        return err(`It could not be confined, so it was not started: ${messageOf(thrown)}`);
      }
    },
    async confineServer({ folder, shell, command }) {
      const found = await this.state();
      if (!found.available) return err(found.message);
      try {
        const profile = await serverProfile({
          places: { homeRoot: deps.paths.root, userHome: deps.userHome ?? homedir() },
          folder,
          ownFiles: await ownFiles(),
          storage: deps.storage,
        });
        const wrapping = { shell, command, folders: [], isOpen: true, changesAll: true };
        return ok(await wrapped(profile, [], wrapping));
      } catch (thrown) {
        return err(`It could not be confined, so it was not started: ${messageOf(thrown)}`);
      }
    },
    tempFolder: tempOf,
    async emptyTemp(name) {
      const used = temps.get(name);
      if (used === undefined) return;
      const emptied = used.then(async (folder) => {
        await deps.storage.removeFolder(folder);
        await deps.storage.makeFolder(folder);
        return folder;
      });
      temps.set(name, emptied);
      await emptied.catch((thrown: unknown) => {
        temps.delete(name);
        deps.logger.warn('a temporary folder was not emptied', { reason: messageOf(thrown) });
      });
    },
    async close() {
      await network?.close();
      await Promise.allSettled(temps.values());
      // The system clears its folder for temporary files, too.
      if (temps.size > 0) await deps.storage.removeFolder(tempRoot).catch(() => {});
    },
  };
}

interface Wrapping {
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

/** On macOS the whole network would open local sockets, too: there it stays closed. */
const hasNetwork = ({ vetted, opening }: Parameters<Sandbox['confine']>[0]): boolean =>
  !vetted && opening?.network === true && process.platform === 'linux';

/** A folder that was replaced by a link since it was judged is not the one that was opened. */
async function stillThere(folders: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  const moved = folders.find((folder, index) => real[index] !== folder);
  if (moved !== undefined) throw new Error(`${moved} is not the folder any more that was judged.`);
  return folders;
}

/** The helper that blocks sockets must be there also where its folder is hidden. */
async function ownFiles(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];
  const { getApplySeccompBinaryPath } = await import(
    '@anthropic-ai/sandbox-runtime/dist/sandbox/generate-seccomp-filter.js'
  );
  const helper = getApplySeccompBinaryPath();
  return helper === null ? [] : [dirname(helper)];
}
