/**
 * What a sandboxed command may read and write, as lists of real paths: the same closed places that
 * the tools' paths are held against, and what `deny` rules add.
 */
import { lstat, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../../protocol/index.ts';
import { readableNames } from '../../shared/folder.ts';
import type { HomePaths } from '../../shared/home.ts';
import { closedPaths } from '../../shared/path-classes.ts';
import { expandHome, isInside, type Places } from '../../shared/paths.ts';
import { rulesFor } from '../../shared/project-rules.ts';
import { deniedByRules } from './denied-paths.ts';
import { existing, privateHostKeys, scan } from './on-disk.ts';

/** What programs and their settings live in; the only things besides its own that a vetted command reads. */
const systemFolders = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/etc',
  '/opt',
  '/nix',
  '/snap',
  '/System',
  '/Library',
];

export interface Profile {
  /** Hidden. */
  readonly denyRead: readonly string[];
  /** Shown although something above it is hidden. */
  readonly allowRead: readonly string[];
  readonly allowWrite: readonly string[];
  readonly denyWrite: readonly string[];
  /** In `folders` nothing is added, replaced or removed; the folders in them that are `open` stay so. */
  readonly fixed?: { readonly folders: readonly string[]; readonly open: readonly string[] };
}

export interface ProfileInput {
  readonly places: Places;
  readonly paths: HomePaths;
  readonly config: Config;
  /** The session's own temporary folder. */
  readonly temp: string;
  /** Reads only its folder and the system, and writes nothing but its temporary folder. */
  readonly vetted: boolean;
  /** Folders that this one command may change besides; real paths. */
  readonly opened: readonly string[];
  /**
   * It may speak to local sockets: so it sees none but those that are lent to it, and of its owner's home
   * what Git and SSH need to know their servers.
   */
  readonly signing?: boolean;
  /** What the sandbox itself needs to start. */
  readonly ownFiles: readonly string[];
}

/** Only paths that exist: what is not there needs no closing, and what is, no guessing. */
export async function profileFor(input: ProfileInput): Promise<Profile> {
  const { places, paths, config, temp, vetted, opened, ownFiles, signing = false } = input;
  const sees = vetted || signing ? [...systemFolders, places.workingDir] : [];
  const signs = signing ? await signingFiles(places.userHome) : [];
  const { workingDir } = places;
  const closed = closedPaths(places);
  const extra = vetted
    ? []
    : [
        ...config.sandbox.write.map((path) =>
          resolve(workingDir, expandHome(path, places.userHome)),
        ),
        ...opened,
      ];
  const [scans, denied, hostKeys] = await Promise.all([
    Promise.all([workingDir, ...opened].map(scan)),
    deniedByRules(rulesFor(config, workingDir, places.userHome).deny, places),
    privateHostKeys(),
  ]);
  const found = {
    secrets: scans.flatMap(({ secrets }) => secrets),
    repositories: scans.flatMap(({ repositories }) => repositories),
  };
  const lent = [paths.cerebellum, paths.attachments];
  const hiddenTemp = ['/tmp', '/var/tmp', tmpdir(), '/run/user', runtimeFolder()];
  return {
    denyRead: await existing([
      ...(sees.length > 0 ? ['/'] : hiddenTemp.filter((path) => !opened.includes(path))),
      places.homeRoot,
      ...closed.secret,
      ...hostKeys,
      // SSH refuses settings of the system whose owner is not there in the sandbox.
      ...(signing ? ['/etc/ssh/ssh_config.d'] : []),
      ...found.secrets,
      ...denied.read,
    ]),
    allowRead: await existing([...lent, ...ownFiles, ...opened, ...sees, ...signs]),
    allowWrite: await existing([...(vetted ? [] : [workingDir, ...extra]), temp]),
    denyWrite: [
      ...(await existing([...found.repositories, ...lent, ...denied.write, ...denied.read])),
      // Also where there are none yet: what appears is run as what was there.
      ...(await Promise.all(closed.startUp.map((path) => realpath(path).catch(() => path)))),
      ...found.repositories.filter((path) => path.endsWith('/.git/hooks')),
    ].filter(
      (path, index, all) =>
        all.indexOf(path) === index && [workingDir, ...extra].some((root) => isInside(root, path)),
    ),
  };
}

/** Which servers are known, how they are named, which keys there are: never a private key. */
async function signingFiles(userHome: string): Promise<readonly string[]> {
  const keys = join(userHome, '.ssh');
  const names = await readableNames(keys);
  const known = names.filter((name) => /^(?:known_hosts2?|config(?:\.d)?)$|\.pub$/.test(name));
  return [
    ...known.map((name) => join(keys, name)),
    join(userHome, '.gitconfig'),
    join(userHome, '.config/git'),
  ];
}

export interface ProgramProfileInput {
  readonly places: Omit<Places, 'workingDir'>;
  /** Folders and files besides the system's. Real paths. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly temp: string;
  readonly ownFiles: readonly string[];
}

/** For a program that sees the system, what it was given, and nothing else. */
export async function programProfile(input: ProgramProfileInput): Promise<Profile> {
  const { places, read, write, temp, ownFiles } = input;
  const closed = closedPaths({ ...places, workingDir: temp });
  const [hostKeys, ...found] = await Promise.all([
    privateHostKeys(),
    ...[...read, ...write].map(scan),
  ]);
  return {
    denyRead: await existing([
      '/',
      ...closed.secret,
      ...hostKeys,
      ...found.flatMap(({ secrets }) => secrets),
    ]),
    allowRead: await existing([...systemFolders, ...ownFiles, ...read, ...write, temp]),
    allowWrite: await existing([...write, temp]),
    denyWrite: (
      await existing([...closed.startUp, ...found.flatMap(({ repositories }) => repositories)])
    ).filter((path) => write.some((root) => isInside(root, path))),
  };
}

function runtimeFolder(): string {
  return process.env.XDG_RUNTIME_DIR ?? '/run/user';
}

/** Changes when one of the paths, or what it leads to, becomes another one. */
export async function stampOf(profile: Profile): Promise<string> {
  const { denyRead, allowRead, allowWrite, denyWrite, fixed } = profile;
  const lists = [denyRead, allowRead, allowWrite, denyWrite, fixed?.folders ?? []];
  const stamps = await Promise.all(
    lists.flat().map(async (path) => {
      // What is missing is a state like any other: when it comes, the profile changes.
      const found = await lstat(path).catch(() => undefined);
      const above = await lstat(dirname(path)).catch(() => undefined);
      return `${path} ${found?.ino ?? 0} ${found?.mode ?? 0} ${above?.ino ?? 0}`;
    }),
  );
  return JSON.stringify([profile, stamps]);
}
