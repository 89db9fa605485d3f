/** A skill as the agent wants it: kept as a proposal, shown as a diff, written when its owner says yes. */
import { join } from 'node:path';
import type { ProposedSkill } from '../../regions.ts';
import type { HomePaths } from '../../shared/home.ts';
import { hashOf } from '../../shared/ids.ts';
import { err, messageOf, ok, type Result } from '../../shared/result.ts';
import { joined, type Sentence, say, verbatim } from '../../shared/say.ts';
import { type Clock, isoLocal } from '../../shared/time.ts';
import type { Storage } from '../../storage/index.ts';
import { permissionWords } from '../plugins/permissions.ts';
import { parseSkill } from '../skill-file.ts';
import { diffOf, readIfThere } from './review.ts';
import { skillPathProblem } from './skill-path.ts';

const MAX_FILES = 20;
const MAX_CHARS = 200_000;

export interface ProposedSkills {
  /** Checked, with what is there now: a change of that in the meantime makes it void. */
  prepare(folder: string, files: ProposedSkill['files']): Promise<Result<ProposedSkill>>;
  show(skill: ProposedSkill): Promise<{
    readonly title: Sentence;
    readonly detail: Sentence;
    readonly diff: string;
  }>;
  /** The error says why it cannot be done (any more). */
  apply(skill: ProposedSkill): Promise<Result<void>>;
}

export function createProposedSkills(deps: {
  readonly paths: HomePaths;
  readonly storage: Storage;
  readonly clock: Clock;
  reload(): Promise<unknown>;
}): ProposedSkills {
  const { paths, storage, clock } = deps;
  const placeOf = (folder: string, path: string): string =>
    join(paths.cerebellum, folder, ...path.split('/'));

  async function baseOf(folder: string, files: ProposedSkill['files']): Promise<string> {
    const now = await Promise.all(files.map(({ path }) => readIfThere(placeOf(folder, path))));
    return hashOf(
      JSON.stringify(now.map((content) => (content === undefined ? null : hashOf(content)))),
    );
  }

  async function problemOf(folder: string, files: ProposedSkill['files']) {
    if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(folder) || skillPathProblem(folder) !== undefined) {
      return 'The folder of a skill is named with small letters, digits and hyphens.';
    }
    if (files.length > MAX_FILES) return `A proposal has at most ${MAX_FILES} files.`;
    if (files.reduce((sum, { content }) => sum + content.length, 0) > MAX_CHARS) {
      return `A proposal has at most ${MAX_CHARS} characters.`;
    }
    const paths = new Set(files.map(({ path }) => path.toLowerCase()));
    if (paths.size < files.length) return 'A file is in the proposal twice.';
    for (const { path } of files) {
      const problem = skillPathProblem(path);
      if (problem !== undefined) return `"${path}": ${problem}.`;
      if (/(?:^|\/)(?:node_modules|\.git)(?:\/|$)/.test(path)) return `"${path}" is not proposed.`;
    }
    const own = files.find(({ path }) => path === 'SKILL.md')?.content;
    const source = own ?? (await readIfThere(placeOf(folder, 'SKILL.md')))?.toString('utf8');
    if (source === undefined) return 'A new skill needs a SKILL.md.';
    const parsed = parseSkill(source);
    if (parsed.ok) return undefined;
    const { line, reason } = parsed.error;
    return `SKILL.md${line === undefined ? '' : `, line ${line}`}: ${reason}`;
  }

  return {
    async prepare(folder, files) {
      const problem = await problemOf(folder, files);
      if (problem !== undefined) return err(problem);
      const shown = await this.show({ kind: 'skill', folder, files, base: '' });
      if (shown.diff === '') return err('That is how the skill is already.');
      return ok({ kind: 'skill', folder, files, base: await baseOf(folder, files) });
    },
    async show({ folder, files }) {
      const isThere = (await readIfThere(placeOf(folder, 'SKILL.md'))) !== undefined;
      const diffs = await Promise.all(
        files.map(async ({ path, content }) =>
          diffOf({ path, content: Buffer.from(content) }, await readIfThere(placeOf(folder, path))),
        ),
      );
      const own = files.find(({ path }) => path === 'SKILL.md')?.content ?? '';
      const parsed = parseSkill(own);
      const words = parsed.ok ? permissionWords(parsed.value.permissions) : [];
      const wants =
        words.length === 0
          ? []
          : [say('proposal.pluginWants'), verbatim(words.map((line) => `- ${line}`).join('\n'))];
      return {
        title: say(isThere ? 'proposal.changeSkill' : 'proposal.makeSkill', { name: folder }),
        detail: joined([verbatim(parsed.ok ? parsed.value.description : folder), ...wants], '\n'),
        diff: diffs.join(''),
      };
    },
    async apply({ folder, files, base }) {
      const problem = await problemOf(folder, files);
      if (problem !== undefined) return err(problem);
      if ((await baseOf(folder, files)) !== base) {
        return err('The skill was changed since this was proposed; say no, and ask for it anew.');
      }
      const stamp = isoLocal(clock.now()).replaceAll(':', '-');
      try {
        // SKILL.md last: with it the skill is there.
        const ordered = files.toSorted(
          (a, b) => Number(a.path === 'SKILL.md') - Number(b.path === 'SKILL.md'),
        );
        for (const { path, content } of ordered) {
          const place = placeOf(folder, path);
          const before = await readIfThere(place);
          if (before !== undefined) {
            const name = `skill~${folder}~${path.replaceAll('/', '~')}.${stamp}`;
            await storage.write(join(paths.trash, name), before);
          }
          await storage.write(place, content);
        }
      } catch (thrown) {
        return err(messageOf(thrown));
      }
      await deps.reload();
      return ok(undefined);
    },
  };
}
