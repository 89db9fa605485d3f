/** `connectome undo`: takes back what a turn did to files. */
import type { ResultOf, TurnFile } from '../../protocol/index.ts';
import type { Client } from '../client.ts';
import { homeFolder } from '../places.ts';
import { brainForCommand } from './brain-for-command.ts';
import { EXIT_DONE, EXIT_ERROR, UsageError } from './exit.ts';
import { ask, canAsk, dim, printable, say } from './terminal.ts';

/** How far back a turn is looked for. */
const SESSIONS = 50;
const TURNS = 100;

export interface UndoFlags {
  readonly redo?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

interface Found {
  readonly sessionId: string;
  readonly turnId: string;
  readonly text: string;
  readonly files: readonly TurnFile[];
}

/** Shows what the turn (the latest that changed files) did, asks, and undoes it. */
export async function undo(turnId: string | undefined, flags: UndoFlags): Promise<number> {
  const redo = flags.redo ?? false;
  const brain = await brainForCommand(homeFolder());
  try {
    const found = await find(brain.client, turnId, redo);
    if (found === undefined) {
      const nothing = `There is nothing to ${redo ? 'do again' : 'undo'}.`;
      say(turnId === undefined ? nothing : `There is no turn ${turnId}.`);
      return EXIT_ERROR;
    }
    const wanted = found.files.filter((file) => isWanted(file, redo));
    show(found, redo);
    if (wanted.length === 0) {
      say(redo ? 'There is nothing to do again.' : 'There is nothing to undo.');
      return EXIT_ERROR;
    }
    if (flags.dryRun === true) return EXIT_DONE;
    if (flags.yes !== true && !(await confirmed(wanted.length, redo))) return EXIT_ERROR;
    const { sessionId } = found;
    const paths = wanted.map(({ path }) => path);
    const done = await brain.client.call('turn.undo', {
      sessionId,
      turnId: found.turnId,
      paths,
      redo,
    });
    return report(done, redo);
  } finally {
    await brain.stop();
  }
}

function isWanted(file: TurnFile, redo: boolean): boolean {
  return redo ? file.state === 'undone' && file.reason === undefined : file.state === 'changed';
}

async function find(
  client: Client,
  turnId: string | undefined,
  redo: boolean,
): Promise<Found | undefined> {
  const { sessions } = await client.call('session.list', { limit: SESSIONS });
  for (const { sessionId } of sessions) {
    const { turns, messages } = await client.call('session.get', { sessionId, limit: TURNS });
    for (const turn of turns.toReversed()) {
      const isIt =
        turnId === undefined
          ? turn.events.some(({ type }) => type === 'file_changed')
          : turn.turnId === turnId;
      if (!isIt) continue;
      const { files } = await client.call('turn.changes', { sessionId, turnId: turn.turnId });
      // The latest one that there is still something to do about.
      if (turnId === undefined && !files.some((file) => isWanted(file, redo))) continue;
      const text = messages.find((one) => one.turnId === turn.turnId)?.text ?? '';
      return { sessionId, turnId: turn.turnId, text, files };
    }
  }
  return undefined;
}

function show({ turnId, text, files }: Found, redo: boolean): void {
  say(`${turnId}  ${printable(text.replace(/\s+/g, ' ').slice(0, 80))}`);
  for (const file of files) {
    const note = isWanted(file, redo) ? '' : dim(`  (${noteOf(file)})`);
    const name = file.from === undefined ? file.path : `${file.from} -> ${file.path}`;
    say(`  ${file.kind.padEnd(8)}${printable(name)}${note}`);
  }
}

function noteOf({ state, by, kind, reason }: TurnFile): string {
  if (by === 'command' && kind !== 'moved') return 'by a command; cannot be restored';
  const words = { changed: 'not undone', undone: 'undone', conflict: 'conflict', unrestorable: '' };
  return [words[state], reason ?? ''].filter((word) => word !== '').join(': ');
}

async function confirmed(count: number, redo: boolean): Promise<boolean> {
  if (!canAsk()) throw new UsageError('Nobody can be asked here: add --yes, or --dry-run.');
  const files = count === 1 ? 'this file' : `these ${count} files`;
  const question = redo ? `Change ${files} again? [y/N] ` : `Restore ${files}? [y/N] `;
  const line = await ask(question, new AbortController().signal);
  return /^y(es)?$/i.test(line?.trim() ?? '');
}

function report({ restored, refused }: ResultOf<'turn.undo'>, redo: boolean): number {
  const count = restored.length;
  say(`${count} ${count === 1 ? 'file' : 'files'} ${redo ? 'changed again' : 'restored'}.`);
  for (const { path, reason } of refused) say(`${printable(path)}: ${printable(reason)}`);
  return refused.length === 0 ? EXIT_DONE : EXIT_ERROR;
}
