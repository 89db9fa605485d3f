/** Writes a world as the product would have: transcripts, the diary, and notes with their dates. */
import { mkdir, utimes } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { createEpisodeJournal, createSessions } from '../../../brain/hippocampus/index.ts';
import { homePaths } from '../../../brain/shared/home.ts';
import { newId } from '../../../brain/shared/ids.ts';
import { silentLogger } from '../../../brain/shared/log.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { type Clock, isoLocal } from '../../../brain/shared/time.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { type Unit, unitsOf, type World } from './corpus.ts';

export interface SettableClock extends Clock {
  set(time: string | number): void;
}

export function settableClock(): SettableClock {
  let now = new Date(0);
  return {
    now: () => now,
    set(time) {
      now = new Date(time);
    },
  };
}

const MINUTE = 60_000;
const noUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** Where the units of a world have gone. */
export interface WrittenWorld {
  /** Ids of units by the ids of their turns. */
  readonly unitOfTurn: ReadonlyMap<string, string>;
  /** Units by the paths of transcripts and notes, as the index names them. */
  readonly unitsOfFile: ReadonlyMap<string, readonly Unit[]>;
}

/** Writes the world into the empty home at `root`. */
export async function writeWorld(world: World, root: string): Promise<WrittenWorld> {
  const clock = settableClock();
  const storage = createStorage();
  const paths = homePaths(root);
  const shared = { paths, storage, clock, redactor: createRedactor(), logger: silentLogger };
  const sessions = createSessions({ ...shared, epoch: newId('e') });
  const journal = createEpisodeJournal(shared);
  const unitOfTurn = new Map<string, string>();
  const units = new Map(unitsOf(world).map((unit) => [unit.id, unit]));
  const unitsOfFile = new Map<string, readonly Unit[]>();
  const remember = (file: string, ids: readonly { readonly id: string }[]) =>
    unitsOfFile.set(
      relative(paths.workspace, file).replaceAll(sep, '/'),
      ids.flatMap(({ id }) => units.get(id) ?? []),
    );

  const inOrder = [...world.sessions].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  for (const session of inOrder) {
    clock.set(session.at);
    const title = session.exchanges[0]?.user.slice(0, 80) ?? '';
    const { meta } = await sessions.create({ title, mode: 'default', workingDir: root });
    for (const [place, { id, user, assistant }] of session.exchanges.entries()) {
      const startedAt = Date.parse(session.at) + place * 2 * MINUTE;
      clock.set(startedAt);
      const turn = { sessionId: meta.sessionId, turnId: newId('t') };
      unitOfTurn.set(turn.turnId, id);
      const message = (role: 'user' | 'assistant', text: string) =>
        sessions.note(turn, {
          type: 'message',
          entry: { turnId: turn.turnId, message: { role, parts: [{ type: 'text', text }] } },
        });
      const request = { text: user, attachments: [], interactive: true };
      sessions.note(turn, {
        type: 'turn',
        turnId: turn.turnId,
        ...request,
        startedAt: isoLocal(clock.now()),
      });
      sessions.record(turn, { type: 'started', text: user });
      message('user', user);
      clock.set(startedAt + MINUTE / 2);
      sessions.record(turn, { type: 'content', text: assistant });
      message('assistant', assistant);
      await journal.appendEpisode({
        turn,
        startedAt: new Date(startedAt),
        userText: user,
        tools: [],
        response: assistant,
        outcome: 'end',
      });
      sessions.record(turn, { type: 'done', stopReason: 'end', iterations: 1, usage: noUsage });
    }
    remember(sessions.transcriptOf(meta.sessionId), session.exchanges);
    await sessions.save(meta.sessionId);
    await storage.settled();
    await utimes(sessions.transcriptOf(meta.sessionId), clock.now(), clock.now());
    const day = isoLocal(clock.now()).slice(0, 'YYYY-MM-DD'.length);
    await utimes(join(paths.episodes, `${day}.md`), clock.now(), clock.now());
  }

  const lastAt = inOrder.at(-1)?.at ?? '1970-01-01';
  for (const [path, notes] of Map.groupBy(world.notes, (note) => note.path)) {
    const file = join(paths.workspace, path);
    remember(file, notes);
    await mkdir(dirname(file), { recursive: true });
    const text = notes.map((note) => `## ${note.heading}\n\n${note.text}\n`).join('\n');
    await storage.write(file, text);
    // As old as the newest date that stands in it.
    const dates = text.match(/\b20\d\d-\d\d-\d\d\b/g)?.sort() ?? [];
    const changed = new Date(dates.at(-1) ?? lastAt);
    await utimes(file, changed, changed);
  }
  await storage.settled();
  return { unitOfTurn, unitsOfFile };
}
