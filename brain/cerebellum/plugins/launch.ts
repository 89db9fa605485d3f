/** How a plugin's process is started: limited by the shell, confined by the sandbox, without keys. */
import { release } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Host, NodeChild } from '../../shared/host.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { unpacked } from '../../shared/unpacked.ts';
import { CALL_MARK } from '../process-tree.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { PluginLimits } from './limits.ts';

/** What `ulimit -f` counts in: half a kilobyte (a whole one where `sh` is bash). */
const BLOCKS_PER_MB = 2048;

export interface Launch {
  readonly name: string;
  /** The skill's folder, real. */
  readonly folder: string;
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** It must not run otherwise. */
  readonly confined: boolean;
  readonly mark: string;
}

export interface LaunchDeps {
  readonly host: Pick<Host, 'kind' | 'runtime' | 'forkNode'>;
  readonly sandbox: Pick<Sandbox, 'confineProgram' | 'tempFolder' | 'emptyTemp'>;
  readonly limits: PluginLimits;
}

export interface Launched {
  readonly child: NodeChild;
  readonly temp: string;
}

/** All that a program needs to run at all; keys and what makes programs load others are not in it. */
const kept =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_.+|TZ|SystemRoot|windir|ComSpec|USERPROFILE)$/i;

export async function launch(plan: Launch, deps: LaunchDeps): Promise<Result<Launched>> {
  const { host, sandbox, limits } = deps;
  const temp = await sandbox.tempFolder(tempName(plan));
  const program = childFile();
  const runtime = [host.runtime, ...runtimeOptions(plan, temp, program, deps), program] as const;
  const env = {
    ...minimalEnvironment(),
    TMPDIR: temp,
    TMP: temp,
    TEMP: temp,
    [CALL_MARK]: plan.mark,
  };
  const started = (child: NodeChild): Launched => {
    child.onExit(() => void sandbox.emptyTemp(tempName(plan)));
    return { child, temp };
  };
  if (process.platform === 'win32') {
    if (plan.confined) return err('There is no sandbox on this system.');
    return ok(started(host.forkNode(runtime, { env, cwd: plan.folder })));
  }
  const bounds = `ulimit -c 0; ulimit -d ${limits.memoryMb * 1024} 2>/dev/null; ulimit -f ${limits.fileMb * BLOCKS_PER_MB} 2>/dev/null`;
  const own = plan.confined && countsApart() ? ` ${processLimit(limits.processes)};` : '';
  const command = `${bounds};${own} exec ${runtime.map(quoted).join(' ')}`;
  if (!plan.confined) {
    return ok(started(host.forkNode(['/bin/sh', '-c', command], { env, cwd: plan.folder })));
  }
  const confined = await sandbox.confineProgram({
    name: tempName(plan),
    read: [plan.folder, runtimeFolder(host), program, ...plan.read],
    write: plan.write,
    shell: 'sh',
    command,
  });
  if (!confined.ok) return confined;
  const child = host.forkNode(['/bin/sh', '-c', `exec ${confined.value.line}`], { env, cwd: temp });
  child.onExit(confined.value.release);
  return ok(started(child));
}

/** Only a kernel that counts the processes of a sandbox apart: another one would count its owner's, too. */
function countsApart(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 14));
}

/** Shells do not agree on the letter. */
const processLimit = (count: number): string =>
  `ulimit -u ${count} 2>/dev/null || ulimit -p ${count} 2>/dev/null`;

const tempName = ({ folder }: Launch): string => `plugin ${folder}`;

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Node's own list of what a program may do is a second fence, not the first: code can get over it. */
function runtimeOptions(
  { folder, read, write }: Launch,
  temp: string,
  program: string,
  { host, limits }: LaunchDeps,
): readonly string[] {
  const heap = `--max-old-space-size=${limits.heapMb}`;
  // Electron's Node does not know these.
  if (host.kind === 'electron') return [heap];
  const readable = [program, folder, temp, ...read, ...write];
  return [
    heap,
    '--disable-warning=SecurityWarning',
    '--disable-warning=ExperimentalWarning',
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...[temp, ...write].map((path) => `--allow-fs-write=${path}`),
  ];
}

export function minimalEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && kept.test(name) ? [[name, value]] : [],
    ),
  );
}

/** Where the child's program is: as source, or where the build puts it. */
function childFile(): string {
  if (import.meta.url.endsWith('.ts')) return fileURLToPath(new URL('./child.ts', import.meta.url));
  const inChunk = /\/chunks\/[^/]+$/.test(import.meta.url);
  const built = new URL(`${inChunk ? '..' : '.'}/plugin-child.mjs`, import.meta.url);
  return unpacked(fileURLToPath(built));
}

/** On macOS a program's libraries are beside the folder that it is in: in `Contents`. */
function runtimeFolder({ kind, runtime }: Pick<Host, 'kind' | 'runtime'>): string {
  const folder = dirname(runtime);
  return kind === 'electron' && process.platform === 'darwin' ? dirname(folder) : folder;
}
