/** The command line: what can be typed, and which part answers it. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { messageOf } from '../../brain/shared/result.ts';
import { type PermissionMode, permissionModes } from '../../protocol/index.ts';
import { homeFolder, program } from '../places.ts';
import { EXIT_DONE, EXIT_ERROR, EXIT_USAGE, UsageError } from './exit.ts';
import type { ImportFlags } from './mind-archive.ts';
import type { StartOptions, WhereOptions } from './start.ts';
import { canAsk, readStdin, say } from './terminal.ts';
import type { UndoFlags } from './undo.ts';

/** How long what is still open may keep the process after its work is done. */
const LINGER_MS = 2000;

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Not a port number.');
  return port;
}

interface AskFlags {
  readonly json?: boolean;
  readonly model?: string;
  readonly session?: string;
  readonly mode?: PermissionMode;
  readonly yes?: boolean;
  readonly private?: boolean;
}

async function textToAsk(words: readonly string[]): Promise<string> {
  const isOnStdin =
    (words.length === 1 && words[0] === '-') || (words.length === 0 && !process.stdin.isTTY);
  let text: string;
  try {
    text = isOnStdin ? await readStdin() : words.join(' ');
  } catch {
    throw new UsageError('The text on stdin is not valid UTF-8.');
  }
  if (text.trim() === '') throw new UsageError('Nothing to ask: give a text, or pipe one in.');
  return text.trimEnd();
}

async function runAsk(words: readonly string[], flags: AskFlags): Promise<number> {
  if (flags.private === true && flags.session !== undefined) {
    throw new UsageError('--private begins a new session; it cannot be said of one that exists.');
  }
  const text = await textToAsk(words);
  const [{ askBrain }, { brainForCommand }, { jsonOutput, textOutput }] = await Promise.all([
    import('./ask.ts'),
    import('./brain-for-command.ts'),
    import('./turn-output.ts'),
  ]);
  const write = (chunk: string): void => {
    process.stdout.write(chunk);
  };
  const home = homeFolder();
  const brain = await brainForCommand(home);
  try {
    return await askBrain(brain.client, {
      text,
      model: flags.model,
      session: flags.session,
      mode: flags.mode,
      private: flags.private ?? false,
      policy: { canAsk: canAsk(), yes: flags.yes ?? false },
      output: flags.json ? jsonOutput(write) : textOutput(write, process.stdout.isTTY === true),
      home,
    });
  } finally {
    await brain.stop();
  }
}

function createProgram(finish: (code: number) => void): Command {
  const cli = new Command('connectome')
    .description('A personal AI agent that lives on your machine.')
    .version(program().version)
    .option('--headless', 'no desktop window: serve it to the browser')
    .option('--desktop', 'try the desktop window again although it failed before')
    .option('--port <number>', 'port of the gateway', parsePort)
    .option('--host <address>', 'address the gateway listens at (default: 127.0.0.1)')
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError('(connectome --help lists what can be typed)')
    .action(async (options: StartOptions) => {
      const { startAgent } = await import('./start.ts');
      finish(await startAgent(options));
    });

  cli
    .command('open')
    .description('open a window on the running agent (a new one-time link)')
    .action(async () => {
      const { open } = await import('./start.ts');
      finish(await open());
    });

  cli
    .command('serve')
    .description('run without a window of its own, until stopped')
    .option('--port <number>', 'port of the gateway', parsePort)
    .option('--host <address>', 'address the gateway listens at (default: 127.0.0.1)')
    .action(async (_options: WhereOptions, command: Command) => {
      const { serve } = await import('./start.ts');
      finish(await serve(command.optsWithGlobals<WhereOptions>()));
    });

  cli
    .command('ask')
    .description('ask one thing and print the answer ("-" reads the text from stdin)')
    .argument('[text...]', 'what to ask')
    .option('--json', 'print the events, one JSON object per line')
    .option('--model <model@provider>', 'the model for this message, or "reflex"')
    .option('--session <id>', 'continue this session')
    .addOption(new Option('--mode <mode>', 'permission mode').choices([...permissionModes]))
    .option('--private', 'a new session that leaves no memory; it stays until it is deleted')
    .option('--yes', 'approve what asks, except commands (Bash)')
    .action(async (words: readonly string[], flags: AskFlags) => {
      finish(await runAsk(words, flags));
    });

  cli
    .command('undo')
    .description('take back what a turn did to files; shows it first')
    .argument('[turnId]', 'the turn (default: the latest one that changed files)')
    .option('--redo', 'do again what was undone')
    .option('--dry-run', 'only show what would be restored')
    .option('--yes', 'do not ask')
    .action(async (turnId: string | undefined, flags: UndoFlags) => {
      const { undo } = await import('./undo.ts');
      finish(await undo(turnId, flags));
    });

  cli
    .command('pull')
    .description('let Ollama download a model, and show how far it is (Ctrl+C stops it)')
    .argument('<model[@provider]>', 'its name at ollama.com/library')
    .action(async (model: string) => {
      const { pull } = await import('./pull.ts');
      finish(await pull(model));
    });

  cli
    .command('export')
    .description('write the whole mind to one file (no settings, no keys)')
    .argument('[file]', 'where to (default: connectome-mind-<date>.zip in this folder)')
    .action(async (file: string | undefined) => {
      const { exportMind } = await import('./mind-archive.ts');
      finish(await exportMind(file));
    });

  cli
    .command('import')
    .description('take in a mind that was exported; shows what it brings first')
    .argument('<file>', 'the archive')
    .option('--dry-run', 'only show what it would bring')
    .option('--replace', 'also take files that are here and differ (a copy goes to the trash)')
    .option('--yes', 'do not ask')
    .action(async (file: string, flags: ImportFlags) => {
      const { importMind } = await import('./mind-archive.ts');
      finish(await importMind(file, flags));
    });

  cli
    .command('doctor')
    .description('check runtime, home, index, providers and sandbox, and say what to do')
    .action(async () => {
      const { doctor } = await import('./doctor.ts');
      finish(await doctor());
    });
  return cli;
}

/** Runs one command line to its end; sets the process's exit code. */
export async function main(args: readonly string[]): Promise<void> {
  // `connectome ask ... | head`: nobody reads on, which is no error of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT_DONE);
    throw error;
  });
  let code = EXIT_DONE;
  try {
    const cli = createProgram((result) => {
      code = result;
    });
    await cli.parseAsync([...args], { from: 'user' });
  } catch (thrown) {
    code = exitCodeOf(thrown);
  }
  process.exitCode = code;
  setTimeout(() => process.exit(code), LINGER_MS).unref();
}

function exitCodeOf(thrown: unknown): number {
  // Commander has printed its message (or the help that was asked for) already.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT_DONE : EXIT_USAGE;
  say(`connectome: ${messageOf(thrown)}`);
  return thrown instanceof UsageError ? EXIT_USAGE : EXIT_ERROR;
}
