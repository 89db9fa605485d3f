/** What Git runs besides itself: aliases, settings that name a program, options and subcommands that take one. */
import { type Inner, textOf } from './inner.ts';
import type { ShellWord } from './words.ts';

/** Settings whose value Git only reads. What is not here may be one that it runs, or a file of such settings. */
const readOnlySettings =
  /^(?:user\.(?:name|email|signingkey)|color\..+|advice\..+|column\..+|log\..+|status\..+|blame\.(?!.*file).+|branch\..+|push\.\w+|pull\.\w+|fetch\.(?:prune\w*|parallel|writecommitgraph|fsckobjects)|merge\.(?:ff|conflictstyle|log|stat|renames|renamelimit|autostash)|rebase\.(?:autosquash|autostash|stat|updaterefs|abbreviatecommands)|rerere\.\w+|commit\.(?:gpgsign|verbose|status|cleanup)|tag\.(?:gpgsign|sort|forcesignannotated)|init\.defaultbranch|core\.(?:quotepath|autocrlf|safecrlf|eol|longpaths|filemode|ignorecase|precomposeunicode|abbrev|bare|symlinks|commentchar|compression|whitespace|preloadindex|untrackedcache)|diff\.(?:renames|renamelimit|algorithm|colormoved\w*|noprefix|mnemonicprefix|context|interhunkcontext|submodule|wordregex|statgraphwidth)|grep\.(?!.*file)\w+|gc\.\w+|pack\.\w+|http\.(?:version|postbuffer|lowspeedlimit|lowspeedtime)|versionsort\..+|protocol\.version|safe\.directory|help\.autocorrect|format\.pretty)$/i;
const nothing = /^(?:|true|false|yes|no|on|off|\d+)$/i;

/** Options of some subcommand that take a program; Git knows any beginning of them. */
const takesProgram =
  /^--(?:exec|upl[a-z-]*|upload-pack|rec[a-z]*-?p[a-z-]*|receive-pack|extc[a-z]*|extcmd|[a-z]+(?:-[a-z]+)*-filter)$/;

export function gitRuns(words: readonly ShellWord[]): readonly Inner[] {
  const subcommand = subcommandOf(words);
  return words.flatMap((word, index): readonly Inner[] => {
    const { text } = word;
    const next = words[index + 1];
    const before = words[index - 1]?.text ?? '';
    const given = (value: string): readonly Inner[] => [
      { kind: 'text', text: value, literal: word.literal },
    ];

    const [, setting = '', value = ''] =
      (/^(?:-c|--config)$/.test(before)
        ? /^([\w.-]+)=(.*)$/s
        : /^(?:-c|--config=)([\w.-]+)=(.*)$/s
      ).exec(text) ?? [];
    if (setting !== '') return runsSetting(setting, value) ? given(value.replace(/^!/, '')) : [];
    // What stands in the environment is not in the text.
    if (/^--config-env(?:=|$)/.test(text)) return [{ kind: 'text', text: '$X', literal: false }];
    const programs = /^--exec-path=(.+)$/s.exec(text)?.[1];
    if (programs !== undefined) return given(`${programs}/git`);
    // `git config alias.x '!ls'`, `git config core.pager ./x`
    if (/^!/.test(text) && index > 1) return given(text.slice(1));
    if (subcommand === 'config' && next !== undefined && /^[\w-]+\..*\w$/.test(text)) {
      return runsSetting(text, next.text) && !/^-/.test(next.text) ? [textOf([next])] : [];
    }
    // Git runs what stands behind `ext::` to reach a server.
    const transport = /^(?:ext|fd)::(.+)$/s.exec(text)?.[1];
    if (transport !== undefined) return given(transport);

    const [, name = text, joined] = /^(--[a-z-]+)=(.+)$/s.exec(text) ?? [];
    if (takesProgram.test(name)) {
      if (joined !== undefined) return given(joined);
      return next === undefined ? [] : [textOf([next])];
    }
    if (subcommand === 'grep') {
      const shower = /^(?:-O|--op[a-z-]*=)(.+)$/s.exec(text)?.[1];
      if (shower !== undefined) return given(shower);
    }
    if (/^(?:rebase|difftool)$/.test(subcommand)) {
      const attached = /^-x(.+)$/s.exec(text)?.[1];
      if (attached !== undefined) return given(attached);
      if (text === '-x' && next !== undefined) return [textOf([next])];
    }
    if (subcommand === 'clone' && text === '-u' && next !== undefined) return [textOf([next])];
    if (text === 'foreach' && before === 'submodule') {
      return [textOf(words.slice(index + 1).filter((one) => !one.text.startsWith('--')))];
    }
    return [];
  });
}

const runsSetting = (name: string, value: string): boolean =>
  !nothing.test(value) && !readOnlySettings.test(name);

function subcommandOf(words: readonly ShellWord[]): string {
  let at = 1;
  while (at < words.length && /^-/.test(words[at]?.text ?? '')) {
    at += /^(?:-C|-c|--git-dir|--work-tree|--namespace|--config-env)$/.test(words[at]?.text ?? '')
      ? 2
      : 1;
  }
  return words[at]?.text ?? '';
}
