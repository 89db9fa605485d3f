/** The skills in a zip archive that came from outside: found, held against limits, nothing written. */
import { messageOf } from '../../shared/result.ts';
import { type Sentence, say } from '../../shared/say.ts';
import { ToldError } from '../../shared/told-error.ts';
import { bytesOf, zipEntries } from '../../shared/zip-entries.ts';
import { parseSkill, type Skill, type SkillError } from '../skill-file.ts';
import { skillPathProblem } from './skill-path.ts';

const limits = {
  entries: 5_000,
  entryBytes: 16 * 1024 ** 2,
  unpackedBytes: 50 * 1024 ** 2,
};
/** So deep below the archive's root a SKILL.md is looked for. */
const MAX_DEPTH = 4;
/** What systems and tools leave lying around, and what is fetched anew. */
const leftOut =
  /(?:^|\/)(?:__MACOSX|\.git|node_modules|\.DS_Store|Thumbs\.db|desktop\.ini)(?:\/|$)/i;

export interface BundledSkill {
  /** What its folder in `cerebellum/` will be called. */
  readonly folder: string;
  readonly skill?: Skill;
  /** Why it cannot be taken in. */
  readonly error?: SkillError;
  readonly files: readonly BundledFile[];
}

export interface BundledFile {
  /** Relative to the skill's folder, with `/`. */
  readonly path: string;
  readonly content: Buffer;
}

export interface Bundle {
  readonly skills: readonly BundledSkill[];
  readonly refused: readonly { readonly path: string; readonly reason: Sentence }[];
}

/** Throws a sentence for people when the archive as a whole cannot be used. */
export async function readBundle(path: string): Promise<Bundle> {
  const files = new Map<string, Buffer>();
  const refused: { path: string; reason: Sentence }[] = [];
  // Two names that one disk takes for the same would be a trick.
  const seen = new Set<string>();
  for await (const entry of zipEntries(path, limits)) {
    const { name } = entry;
    if (leftOut.test(name)) continue;
    const key = name.normalize('NFC').toLowerCase();
    const problem = seen.has(key) ? say('archive.twice') : skillPathProblem(name);
    seen.add(key);
    if (problem !== undefined) {
      refused.push({ path: name, reason: problem });
      continue;
    }
    try {
      files.set(name, await bytesOf(entry));
    } catch (thrown) {
      throw new ToldError(say('archive.damaged', { name, why: messageOf(thrown) }));
    }
  }
  const roots = [...files.keys()]
    .filter((name) => /(?:^|\/)SKILL\.md$/.test(name) && name.split('/').length <= MAX_DEPTH)
    .map((name) => name.slice(0, -'SKILL.md'.length))
    .sort();
  // A skill inside of another one is a file of that.
  const outer = roots.filter((root) => !roots.some((one) => one !== root && root.startsWith(one)));
  if (outer.length === 0) throw new ToldError(say('intake.noSkill'));
  const skills = outer.map((root) => skillAt(root, files));
  for (const name of files.keys()) {
    if (outer.some((root) => name.startsWith(root))) continue;
    refused.push({ path: name, reason: say('intake.ofNoSkill') });
  }
  return { skills: withOwnFolders(skills), refused };
}

function skillAt(root: string, all: ReadonlyMap<string, Buffer>): BundledSkill {
  const files = [...all]
    .filter(([name]) => name.startsWith(root))
    .map(([name, content]) => ({ path: name.slice(root.length), content }));
  const source = all.get(`${root}SKILL.md`)?.toString('utf8') ?? '';
  const parsed = parseSkill(source);
  const last = root.split('/').at(-2);
  const folder = folderName((parsed.ok ? parsed.value.name : last) ?? last ?? 'skill');
  return parsed.ok
    ? { folder, skill: parsed.value, files }
    : { folder, error: parsed.error, files };
}

/** Letters, digits and hyphens: a name that every disk takes. */
function folderName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return plain === '' || skillPathProblem(plain) !== undefined ? 'skill' : plain;
}

function withOwnFolders(skills: readonly BundledSkill[]): readonly BundledSkill[] {
  const taken = new Set<string>();
  return skills.map((one) => {
    let { folder } = one;
    for (let n = 2; taken.has(folder); n += 1) folder = `${one.folder}-${n}`;
    taken.add(folder);
    return { ...one, folder };
  });
}
