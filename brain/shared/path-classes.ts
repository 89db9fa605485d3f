/** Which paths are nobody's business, whatever the rules and the mode say. Pure. */
import { isAbsolute, join, relative, sep } from 'node:path';

export type PathAccess = 'read' | 'write';
export type PathClass = 'inside' | 'outside' | 'secret' | 'protected';

/** Real absolute paths (`realPlaces` makes them so). */
export interface Places {
  readonly workingDir: string;
  /** Connectome's home. */
  readonly homeRoot: string;
  readonly userHome: string;
}

/** Folder names that mean keys wherever they are (also in a copied home). */
const secretNames = new Set(['.ssh', '.gnupg', '.aws', '.kube', '.password-store', '.azure']);
const secretFiles = new Set(['.netrc', '_netrc', '.git-credentials', '.pgpass', '.my.cnf']);

/** Below the user's home: whole folders or single files. */
const secretInHome = [
  '.npmrc',
  '.yarnrc.yml',
  '.pypirc',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.m2/settings.xml',
  '.docker/config.json',
  '.terraform.d/credentials.tfrc.json',
  '.vault-token',
  '.config/gcloud',
  '.config/gh',
  '.config/hub',
  '.config/op',
  '.config/rclone',
  '.config/sops',
  '.config/age',
  '.config/containers/auth.json',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  '.local/share/password-store',
  '.config/Bitwarden',
  '.config/1Password',
  '.config/KeePassXC',
  '.mozilla',
  '.thunderbird',
  '.librewolf',
  '.config/google-chrome',
  '.config/chromium',
  '.config/BraveSoftware',
  '.config/microsoft-edge',
  '.config/vivaldi',
  '.config/opera',
  'snap/firefox',
  'snap/chromium',
  '.var/app/org.mozilla.firefox',
  '.var/app/com.google.Chrome',
  'Library/Keychains',
  'Library/Cookies',
  'Library/Safari',
  'Library/Application Support/Google/Chrome',
  'Library/Application Support/Chromium',
  'Library/Application Support/BraveSoftware',
  'Library/Application Support/Microsoft Edge',
  'Library/Application Support/Firefox',
  'AppData/Local/Google/Chrome/User Data',
  'AppData/Local/Microsoft/Edge/User Data',
  'AppData/Local/Microsoft/Credentials',
  'AppData/Roaming/Microsoft/Credentials',
  'AppData/Roaming/Microsoft/Protect',
  'AppData/Roaming/Mozilla',
  '.bash_history',
  '.zsh_history',
  '.python_history',
  '.psql_history',
  '.mysql_history',
];

const secretAnywhere: readonly RegExp[] = [
  /^\/etc\/(?:shadow|gshadow|sudoers|master\.passwd)-?$/,
  /^\/etc\/(?:ssh\/ssh_host_.*_key|sudoers\.d\/.*|ssl\/private(?:\/.*)?)$/,
  // A process's memory, environment and open files: our own hold the keys.
  /^\/proc\/(?:\d+|self|thread-self)(?:\/task\/\d+)?\/(?:environ|mem|maps|smaps|fd|fdinfo|map_files|root|cwd|cmdline|auxv|syscall|stack)(?:\/|$)/,
  /^\/proc\/(?:kcore|keys|kmem)$/,
  /^\/dev\/(?:mem|kmem|port|sd[a-z]|nvme|vd[a-z]|disk|mapper)/,
];

/** Connectome's own: nobody reads them either. */
const sealedInConnectome = ['gateway.token', 'secrets', 'brain.sock', 'brain.lock'];
/** Folders of the workspace whose files tools may not change; the rest of the home neither. */
const lockedInWorkspace = [
  'cerebellum',
  'identity',
  'prefrontal',
  'hippocampus/sessions',
  'hippocampus/episodes',
  'basalganglia',
  'corpus',
  'cortex',
  'motor',
  'thalamus',
];

/** Run by themselves at the next login or the next shell. */
const startUpInHome = [
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.cshrc',
  '.tcshrc',
  '.login',
  '.logout',
  '.kshrc',
  '.mkshrc',
  '.xprofile',
  '.xinitrc',
  '.xsession',
  '.xsessionrc',
  '.pam_environment',
  '.gitconfig',
  '.config/git',
  '.config/fish',
  '.config/autostart',
  '.config/systemd',
  '.config/environment.d',
  '.config/plasma-workspace',
  '.config/powershell',
  '.config/zsh',
  '.local/share/dbus-1',
  '.local/share/systemd',
  'Documents/PowerShell',
  'Documents/WindowsPowerShell',
  'Library/LaunchAgents',
  'AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup',
];
const startUpAnywhere: readonly RegExp[] = [
  /^\/etc\/(?:profile|profile\.d|bash\.bashrc|zsh|zshrc|zshenv|environment|crontab|cron\.[a-z]+|systemd|init\.d|ld\.so\.preload|rc\.local|xdg\/autostart)(?:\/|$)/,
  /^\/var\/spool\/cron(?:\/|$)/,
];

/** The name under which the file system would find the same file. */
function fold(path: string): string {
  const slashes = sep === '/' ? path : path.split(sep).join('/');
  // The disks of macOS and Windows usually ignore case, and macOS also the Unicode form.
  return process.platform === 'linux' ? slashes : slashes.normalize('NFC').toLowerCase();
}

function below(root: string, path: string): string | undefined {
  const rest = relative(root, path);
  if (rest === '..' || rest.startsWith(`..${sep}`) || isAbsolute(rest)) return undefined;
  return fold(rest);
}

const foldedSet = (list: readonly string[]): ReadonlySet<string> => new Set(list.map(fold));
const secretBelowHome = foldedSet(secretInHome);
const startUpBelowHome = foldedSet(startUpInHome);
const lockedBelowWorkspace = foldedSet(lockedInWorkspace);

/** Is it one of these places, or below one of them? */
function listed(rest: string, places: ReadonlySet<string>): boolean {
  for (let end = rest.length; end > 0; end = rest.lastIndexOf('/', end - 1)) {
    if (places.has(rest.slice(0, end))) return true;
  }
  return false;
}

/**
 * Where a real path lies. `secret` and `protected` win over `inside`: a working directory does not
 * open what is in it. `protected` for reading means only Connectome's own sealed files.
 */
export function classifyPath(real: string, places: Places, access: PathAccess): PathClass {
  const names = fold(real).split('/');
  const last = names.at(-1) ?? '';
  if (names.some((name) => secretNames.has(name)) || secretFiles.has(last)) return 'secret';
  if (secretAnywhere.some((pattern) => pattern.test(fold(real)))) return 'secret';

  const inHome = below(places.userHome, real);
  if (inHome !== undefined && listed(inHome, secretBelowHome)) return 'secret';

  const inConnectome = below(places.homeRoot, real);
  if (inConnectome !== undefined && isSealed(inConnectome, access)) return 'protected';

  if (access === 'write') {
    // Also on Linux: a Windows disk mounted there finds `.git` under any case.
    if (names.some((name) => name.toLowerCase() === '.git')) return 'protected';
    if (inHome !== undefined && listed(inHome, startUpBelowHome)) return 'protected';
    if (startUpAnywhere.some((pattern) => pattern.test(fold(real)))) return 'protected';
  }
  return below(places.workingDir, real) === undefined ? 'outside' : 'inside';
}

/** Names that are special in some folder; all others that begin with no dot are ordinary wherever they are. */
const specialNames: ReadonlySet<string> = new Set(
  [...secretFiles, ...secretInHome].map((path) => fold(path.split('/').at(-1) ?? '')),
);

/**
 * `classifyPath` for reading, for many files of few folders: the folder is judged once, and an ordinary
 * name in an ordinary folder needs no more.
 */
export function createReadClassifier(places: Places): (real: string) => PathClass {
  const ordinary = new Map<string, PathClass | undefined>();
  const judged = (folder: string): PathClass | undefined => {
    if (/^\/(?:etc|proc|dev)(?:\/|$)/.test(fold(folder))) return undefined;
    if (below(places.homeRoot, folder) !== undefined) return undefined;
    const where = classifyPath(folder, places, 'read');
    return where === 'inside' || where === 'outside' ? where : undefined;
  };
  return (real) => {
    const at = real.lastIndexOf(sep);
    const name = real.slice(at + 1);
    const folder = real.slice(0, at);
    if (!ordinary.has(folder)) ordinary.set(folder, folder === '' ? undefined : judged(folder));
    const where = ordinary.get(folder);
    if (where === undefined || name.startsWith('.') || specialNames.has(fold(name))) {
      return classifyPath(real, places, 'read');
    }
    return where;
  };
}

/** Single files and folders of the system that `secretAnywhere` is about, for a sandbox to hide. */
const secretInSystem = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/master.passwd',
  '/etc/ssl/private',
];

export interface ClosedPaths {
  /** Not to be read (nor written). */
  readonly secret: readonly string[];
  /** Not to be written. */
  readonly startUp: readonly string[];
}

/** The same places as `classifyPath` closes, as a list of paths that may or may not exist. */
export function closedPaths({ userHome }: Places): ClosedPaths {
  const inHome = (names: Iterable<string>): readonly string[] =>
    [...names].map((name) => join(userHome, name));
  return {
    secret: [...secretInSystem, ...inHome([...secretNames, ...secretFiles, ...secretInHome])],
    // There is no sandbox on Windows, and elsewhere its places are ordinary folders.
    startUp: inHome(startUpInHome.filter((name) => !/^(?:Documents|AppData)\//.test(name))),
  };
}

/** Is a file or folder of this name secret wherever it is? */
export function isSecretName(name: string): boolean {
  return secretNames.has(fold(name)) || secretFiles.has(fold(name));
}

function isSealed(rest: string, access: PathAccess): boolean {
  // A private conversation is nobody's; only the full outputs of its tools can be read (by itself).
  if (
    (rest === 'private' || rest.startsWith('private/')) &&
    !/^private\/[^/]+\/tasks\/./.test(rest)
  )
    return true;
  // `secrets.tmp` or `secrets.bak` would tell as much as `secrets`.
  const first = (rest.split('/')[0] ?? '').replace(/^\./, '');
  if (sealedInConnectome.some((name) => first === name || first.startsWith(`${name}.`))) {
    return true;
  }
  if (access === 'read') return false;
  if (rest === 'workspace' || !rest.startsWith('workspace/')) return true;
  return listed(rest.slice('workspace/'.length), lockedBelowWorkspace);
}
