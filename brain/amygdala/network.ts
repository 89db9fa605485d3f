/**
 * Commands whose business is the network. In the sandbox they cannot do it, so their owner is asked, and
 * his yes (or a rule that names them) opens the network for that one command. What merely may use it
 * (a build, a test, a script) is not here: it would open the network far too often.
 */
import type { Rules } from '../shared/rule-index.ts';
import type { SimpleCommand } from './shell/line.ts';
import { programOf } from './shell/wrappers.ts';
import type { JudgedCommand } from './subject.ts';

interface Caller {
  readonly program: RegExp;
  /** Held against the words after the program, joined by one space; absent: always. */
  readonly args?: RegExp;
}

const callers: readonly Caller[] = [
  {
    program:
      /^(?:curl|wget|wget2|aria2c|axel|httpie|https?|xh|yt-dlp|youtube-dl|ssh|scp|sftp|mosh|ftp|lftp|rclone|ping|ping6|dig|nslookup|host|whois|traceroute|mtr|gh|glab|aws|gcloud|gsutil|az|doctl|heroku|flyctl|fly|vercel|netlify|wrangler|twine|uvx|pipx)$/,
  },
  { program: /^rsync$/, args: /(?:^|\s)(?:[\w.@-]+:(?!\\)|rsync:\/\/)/ },
  {
    program: /^git$/,
    args: /^(?:-\S+\s+(?:(?:\S*[/.]\S*)\s+)?)*(?:clone|fetch|pull|push|ls-remote|remote\s+(?:update|show|prune)|submodule\s+(?:update|add)|lfs\s+(?:pull|fetch|push))(?:\s|$)/,
  },
  {
    program: /^(?:npm|pnpm|yarn|bun)$/,
    args: /^(?:-\S+\s+)*(?:i|install|ci|add|up|update|upgrade|outdated|audit|view|info|show|search|publish|unpublish|deprecate|login|logout|whoami|dlx|create|init\s+\S|dist-tag|owner)(?:\s|$)/,
  },
  { program: /^yarn$/, args: /^$/ },
  // What is installed in the project is run from there.
  {
    program: /^(?:npx|pnpx|bunx)$/,
    args: /^(?:-\S+\s+)*(?:create-|\S+@\S)|^(?:-y|--yes|-p|--package)(?:\s|=)/,
  },
  { program: /^pip[\d.]*$/, args: /^(?:-\S+\s+)*(?:install|download|index|search)(?:\s|$)/ },
  { program: /^python[\d.]*$/, args: /^-m\s+pip\s+(?:install|download|index)(?:\s|$)/ },
  {
    program: /^(?:uv|poetry|pdm|rye|hatch)$/,
    args: /^(?:-\S+\s+)*(?:pip\s+(?:install|sync|compile)|add|sync|lock|install|update|publish|tool)(?:\s|$)/,
  },
  {
    program: /^cargo$/,
    args: /^(?:-\S+\s+)*(?:install|add|fetch|update|search|publish|yank|login|owner)(?:\s|$)/,
  },
  { program: /^go$/, args: /^(?:get|install|mod\s+(?:download|tidy)|work\s+sync)(?:\s|$)/ },
  {
    program: /^(?:gem|bundle|bundler|composer)$/,
    args: /^(?:install|update|require|push|add)(?:\s|$)/,
  },
  {
    program: /^(?:apt|apt-get|dnf|yum|apk|pacman|zypper|brew)$/,
    args: /(?:^|\s)(?:install|update|upgrade|add|fetch|search|-S\w*)(?:\s|$)/,
  },
];

/** The network is what this command is about. */
export function callsOut({ words, guess }: SimpleCommand): boolean {
  if (guess) return false;
  const program = programOf(words);
  const args = words.slice(1).join(' ');
  if (/^--?(?:version|V|help|h)$/.test(args)) return false;
  return callers.some((one) => one.program.test(program) && one.args?.test(args) !== false);
}

/** The commands in it that need the network and that no rule names. */
export function unnamedCaller({ facts }: JudgedCommand, rules: Rules): SimpleCommand | undefined {
  return facts.commands.find(
    (one) =>
      callsOut(one) &&
      (!one.literal || one.assigned || rules.command(one.words, 'any') === undefined),
  );
}

/** The sandbox can be opened to the network here: on macOS that would open local sockets, too. */
export const canOpenNetwork = process.platform === 'linux';
