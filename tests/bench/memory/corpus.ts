/** The corpus of the memory bench: format version 1, described in docs/retrieval-bench.md. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

export const kinds = ['single', 'spread', 'time', 'paraphrase', 'name'] as const;
export const splits = ['tuning', 'unseen'] as const;

const id = z.string().min(1);
const at = z.iso.datetime({ offset: true });
const notePath = z
  .string()
  .regex(/^(?!.*\.\.)[\w-][\w./-]*\.md$/, 'a markdown file in the workspace');

const exchange = z.strictObject({ id, user: z.string().min(1), assistant: z.string().min(1) });
const question = z.strictObject({
  id,
  kind: z.enum(kinds),
  askedAt: at,
  text: z.string().min(1),
  evidence: z.array(id).min(1),
});
const shape = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1),
  split: z.enum(splits),
  about: z.string(),
  sessions: z.array(z.strictObject({ id, at, exchanges: z.array(exchange).min(1) })),
  notes: z.array(
    z.strictObject({ id, path: notePath, heading: z.string().min(1), text: z.string().min(1) }),
  ),
  questions: z.array(question).min(1),
});

export type World = z.infer<typeof shape>;
export type Question = World['questions'][number];
export type Kind = Question['kind'];
export type Split = World['split'];

/** One exchange or one note section: what is looked for. */
export interface Unit {
  readonly id: string;
  /** What must be read for it to be known: both sides of an exchange, or the section. */
  readonly texts: readonly string[];
  readonly heading?: string;
}

/** More questions about a world that another file describes. */
const moreQuestions = z.strictObject({
  version: z.literal(1),
  questionsOf: z.string().min(1),
  questions: z.array(question).min(1),
});

export const worldFile = shape.superRefine((world, context) => {
  const problem = (message: string) => context.addIssue({ code: 'custom', message });
  const unitIds = unitsOf(world).map((unit) => unit.id);
  for (const [what, ids] of [
    ['session', world.sessions.map((session) => session.id)],
    ['unit', unitIds],
    ['question', world.questions.map((asked) => asked.id)],
  ] as const) {
    for (const twice of repeated(ids)) problem(`${what} ${twice} is there twice`);
  }
  const known = new Set(unitIds);
  for (const asked of world.questions) {
    for (const twice of repeated(asked.evidence)) problem(`${asked.id} names ${twice} twice`);
    for (const unit of asked.evidence) {
      if (!known.has(unit)) problem(`${asked.id} names ${unit}, which is no unit`);
    }
    if (asked.kind === 'spread' && (asked.evidence.length < 2 || asked.evidence.length > 6)) {
      problem(`${asked.id} is spread over ${asked.evidence.length} units, not 2 to 6`);
    }
  }
});

export function unitsOf(world: Pick<World, 'sessions' | 'notes'>): readonly Unit[] {
  const exchanges = world.sessions.flatMap((session) => session.exchanges);
  return [
    ...exchanges.map(({ id, user, assistant }) => ({ id, texts: [user, assistant] })),
    ...world.notes.map(({ id, text, heading }) => ({ id, texts: [text], heading })),
  ];
}

function repeated(ids: readonly string[]): readonly string[] {
  return ids.filter((id, place) => ids.indexOf(id) !== place);
}

/** Reads one world, or every `.json` of a folder in the order of their names. */
export async function readCorpus(path: string): Promise<readonly World[]> {
  if (!(await stat(path)).isDirectory()) return [await readWorld(path)];
  const names = (await readdir(path)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(names.map((name) => readWorld(join(path, name))));
}

/** A file of more questions is its world again, with these questions instead. */
async function readWorld(path: string): Promise<World> {
  const json: unknown = JSON.parse(await readFile(path, 'utf8'));
  const more = moreQuestions.safeParse(json);
  if (!more.success) return checked(path, json);
  const { questionsOf, questions } = more.data;
  const world = await readWorld(join(dirname(path), `${questionsOf}.json`));
  return checked(path, { ...world, name: `${world.name}, more`, questions });
}

function checked(path: string, json: unknown): World {
  const parsed = worldFile.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Error(`${path} is no corpus of version 1:\n${z.prettifyError(parsed.error)}`);
}
