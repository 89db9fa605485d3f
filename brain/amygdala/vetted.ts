/**
 * Commands that only look: they may run unasked in a sandbox that reads nothing but their folder and
 * the system, writes nothing and has no network. Made as carefully as the danger table all the same:
 * an option that writes, runs another program or waits for ever is named here.
 */
import { programOf } from './shell/line.ts';

interface Vetted {
  readonly programs: string;
  /** Held against each word after the program. */
  readonly never?: RegExp;
  /** The same for long options, which most programs take with their end left out (`--outp=x`). */
  readonly neverLong?: string;
  /** Those options only read: a file whose name looks like one does no harm. */
  readonly anyName?: boolean;
  /** Words that are no options; more are not vetted (`uniq in out` writes). */
  readonly maxOperands?: number;
  /** All words that are no options must look like this. */
  readonly operands?: RegExp;
  /** The first word that is no option must be one of these. */
  readonly subcommands?: RegExp;
  /** All words together, joined by one space, must look like this. */
  readonly whole?: RegExp;
}

/** Part of the shell: no file stands behind the name. */
const builtins = new Set(
  'cd pwd echo printf true false test [ : type hash set exit return break continue shift wait pushd popd dirs times ulimit getopts read command builtin help let'.split(
    ' ',
  ),
);

const table: readonly Vetted[] = [
  {
    programs: 'cd pwd echo true false test [ : type exit return break continue shift dirs help',
  },
  // `wait -p PATH` sets a variable.
  { programs: 'wait', never: /^-\w*p/ },
  { programs: 'set', operands: /^(?:-?[a-z]+|pipefail|errexit|nounset)$/, maxOperands: 2 },
  { programs: 'printf', never: /^-v/ },
  { programs: 'ls cat head wc nl tac rev cut paste tr comm join column fold fmt expand unexpand' },
  { programs: 'tail', never: /^-\w*[fF]/, neverLong: 'follow retry pid', anyName: true },
  { programs: 'od hexdump strings stat du df basename dirname realpath readlink expr seq' },
  { programs: 'uname id whoami groups arch nproc uptime free tty cal locale ps pstree' },
  { programs: 'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum' },
  { programs: 'diff cmp' },
  { programs: 'sleep', operands: /^\d{1,2}(?:\.\d+)?s?$/, maxOperands: 1 },
  // The second operand is written.
  { programs: 'uniq', maxOperands: 1 },
  { programs: 'xxd', maxOperands: 1, never: /^-\w*r/, neverLong: 'revert' },
  { programs: 'sdiff', never: /^-\w*o/, neverLong: 'output' },
  { programs: 'file', never: /^-\w*[CmzZ]/, neverLong: 'compile magic-file uncompress' },
  { programs: 'tree', never: /^-\w*o/, neverLong: 'output' },
  { programs: 'date', operands: /^\+/, never: /^-\w*[sf]/, neverLong: 'set file' },
  { programs: 'hostname', maxOperands: 0, never: /^-\w*[Fb]/, neverLong: 'file boot' },
  { programs: 'which whereis' },
  { programs: 'grep egrep fgrep zgrep', never: /^-\w*f$/, neverLong: 'file', anyName: true },
  { programs: 'rg', never: /^-(?:-pre|-hostname-bin|-search-zip|\w*z|-file|\w*f$)/ },
  { programs: 'find', never: /^-(?:delete|exec|ok|fprint|fls|files0-from)/ },
  { programs: 'fd fdfind', never: /^-(?:\w*[xX]|-exec)/ },
  {
    programs: 'sort',
    never: /^-\w*[oT]/,
    neverLong: 'output compress-program temporary-directory files0-from',
  },
  { programs: 'jq', never: /^-(?:\w*[fL]|-from-file|-slurpfile|-rawfile|-run-tests)/ },
  {
    programs: 'sed',
    never: /^-\w*[ifs]/,
    neverLong: 'in-place file debug expression',
    whole:
      /^(?:-[nEr]+ )*(?:(?:\d+|\$|\d+,(?:\d+|\$)|\/[^/\n]*\/)?[pdq=]|s([/|#,])(?:(?!\1)[^\\\n])*\1(?:(?!\1)[^\\\n])*\1[gIp\d]*)(?: [^-\s]\S*)*$/,
  },
  // No system(), no pipes, no files written or read by the program itself.
  { programs: 'awk gawk mawk', never: /^-(?:\w*[filEoDWp]|-)|system|getline|[|>@&]|close\s*\(/ },
  { programs: 'timeout nice stdbuf time builtin' },
  { programs: 'command', never: /^-p/ },
  {
    programs:
      'node npm npx yarn pnpm bun deno tsc python python3 pip pip3 ruby perl php go cargo rustc rustup java javac gcc g++ clang make cmake docker kubectl terraform uv gh',
    whole: /^(?:--version|-V|version|--help)$|^-v$/,
  },
  { programs: 'npm pnpm', whole: /^(?:ls|list)(?: --?[a-z]+(?:=\d+)?)*$|^run$/ },
  { programs: 'go', whole: /^(?:env|version)(?: [A-Z]+)*$/ },
];

/** Subcommands of git that only look, with what makes them do more: run programs, write, read more. */
const gitNever = /^-(?:[fO]|[oO].+)(?:=|$)|%G/;
const gitNeverLong =
  'config-env exec-path git-dir work-tree namespace paginate output open-files-in-pager ext-diff textconv filters upload-pack exec edit stdin contents file show-signature';
const gitLooks =
  /^(?:status|log|diff|show|rev-parse|rev-list|describe|blame|annotate|shortlog|ls-files|ls-tree|cat-file|grep|name-rev|merge-base|show-ref|for-each-ref|count-objects|whatchanged|cherry|range-diff|check-ignore|check-attr|diff-tree|diff-index|diff-files|version|show-branch)$/;
const gitLists: ReadonlyMap<string, RegExp> = new Map([
  [
    'branch',
    /^(?: (?:-[arv]+|-vv|--list|--all|--remotes|--verbose|--show-current|--no-color|--sort=\S+|--format=\S+))*(?: --(?:contains|merged|no-merged)(?: \S+)?)?$/,
  ],
  ['tag', /^(?: (?:-l|--list|-n\d*|--sort=\S+)(?: [^-]\S*)?)*$/],
  ['remote', /^(?: (?:-v|--verbose|get-url(?: --all)? \S+))?$/],
  ['stash', /^ (?:list|show)(?: \S+)*$/],
  [
    'config',
    /^(?: --(?:global|local|system|show-origin|show-scope))* (?:--get|--get-all|--list|-l|list|get)(?: [\w.-]+)?$/,
  ],
  ['reflog', /^(?: show)?(?: [^-]\S*)?(?: -n ?\d+| -\d+)?$/],
  ['worktree', /^ list(?: --porcelain)?$/],
  ['submodule', /^ status$/],
  ['notes', /^ (?:list|show)(?: \S+)*$/],
  ['bisect', /^ log$/],
]);

const rows: ReadonlyMap<string, readonly Vetted[]> = (() => {
  const found = new Map<string, Vetted[]>();
  for (const row of table) {
    for (const program of row.programs.split(' ')) {
      found.set(program, [...(found.get(program) ?? []), row]);
    }
  }
  return found;
})();

const systemPrograms =
  /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/|run\/current-system\/sw\/|nix\/store\/[^/]+\/)?s?bin\/[^/]+$|^\/(?:usr|opt|nix|snap|etc\/alternatives)\//;

/** Nobody but its owner's administrator put it there. */
export const isOfTheSystem = (programFile: string): boolean => systemPrograms.test(programFile);

/** `anyName`: a word stands for names of files that nobody has seen, and that may look like options. */
export function isVetted(
  words: readonly string[],
  programFile: string | undefined,
  anyName: boolean,
): boolean {
  const [first = '', ...rest] = words;
  const program = programOf(words);
  if (!builtins.has(first)) {
    // `ls` from the working folder is somebody's program, not the system's.
    if (programFile === undefined || !isOfTheSystem(programFile)) return false;
  }
  if (program === 'git') return !anyName && gitOnlyLooks(rest);
  return (rows.get(program) ?? []).some((row) => fits(row, rest, anyName));
}

/** `--outp=x` is `--output=x`; a program takes any beginning that means one option only. */
function isLong(word: string, names: string): boolean {
  const name = /^--([\w-]+)/.exec(word)?.[1];
  return name !== undefined && names.split(' ').some((one) => one.startsWith(name));
}

function fits(row: Vetted, rest: readonly string[], anyName: boolean): boolean {
  const { never, neverLong, maxOperands, operands, subcommands, whole } = row;
  if (anyName && never !== undefined && row.anyName !== true) return false;
  if (never !== undefined && rest.some((word) => never.test(word))) return false;
  if (neverLong !== undefined && rest.some((word) => isLong(word, neverLong))) return false;
  if (whole !== undefined && !whole.test(rest.join(' '))) return false;
  const plain = rest.filter((word) => !/^-./.test(word));
  if (maxOperands !== undefined && plain.length > maxOperands) return false;
  if (operands !== undefined && !plain.every((word) => operands.test(word))) return false;
  return subcommands === undefined || subcommands.test(plain[0] ?? '');
}

function gitOnlyLooks(rest: readonly string[]): boolean {
  let at = 0;
  while (at < rest.length) {
    const word = rest[at] ?? '';
    if (word === '-C') at += 2;
    else if (/^(?:--no-pager|-P|--literal-pathspecs|--no-optional-locks)$/.test(word)) at += 1;
    else break;
  }
  const [subcommand = '', ...more] = rest.slice(at);
  if (/^--version$/.test(subcommand)) return more.length === 0;
  if (more.some((word) => gitNever.test(word) || isLong(word, gitNeverLong))) return false;
  if (gitLooks.test(subcommand)) return true;
  const shape = gitLists.get(subcommand);
  return shape?.test(more.map((word) => ` ${word}`).join('')) === true;
}
