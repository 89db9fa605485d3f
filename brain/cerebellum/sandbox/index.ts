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
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { SandboxOpening, SandboxState, Settings } from '../../regions.ts';
import type { HomePaths } from '../../shared/home.ts';
import type { Logger } from '../../shared/log.ts';
import type { Places } from '../../shared/paths.ts';
import { err, messageOf, ok, type Result } from '../../shared/result.ts';
import type { Storage } from '../../storage/index.ts';
import { type ConfinedLine, createCommandLines, type Wrapping } from './command-line.ts';
import { watchRepositories } from './led-elsewhere.ts';
import { lendAgent } from './lent-agent.ts';
import { probe } from './probe.ts';
import { type Profile, profileFor, programProfile } from './profile.ts';
import { serverProfile } from './server-profile.ts';
import { socketGuard } from './socket-guard.ts';
import { createTempFolders } from './temp-folders.ts';

export interface ConfinedShell extends ConfinedLine {
  /** The session's own temporary folder. */
  readonly temp: string;
  /** Where its owner's SSH agent is reached, lent to this command. */
  readonly agent?: string;
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
  }): Promise<Result<ConfinedLine>>;
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
  const lines = createCommandLines(() => deps.settings.get().sandbox.network);
  const temps = createTempFolders(deps);

  async function wrapped(
    profile: Profile,
    hosts: readonly string[],
    input: Wrapping,
  ): Promise<ConfinedLine> {
    const leadBack = await watchRepositories(profile, deps.storage);
    const shell = await lines.of(profile, hosts, input);
    const release = (): void => {
      shell.release();
      leadBack().catch((thrown: unknown) => {
        deps.logger.warn('a repository leads elsewhere', { reason: messageOf(thrown) });
      });
    };
    return { ...shell, release };
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
        const temp = await temps.of(input.sessionId);
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
        const temp = await temps.of(name);
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
    tempFolder: temps.of,
    emptyTemp: temps.empty,
    async close() {
      await lines.close();
      await temps.close();
    },
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
  const helper = await socketGuard();
  return helper === undefined ? [] : [dirname(helper)];
}
