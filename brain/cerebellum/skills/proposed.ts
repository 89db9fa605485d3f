/** A skill as the agent wants it: kept as a proposal, shown as a diff, written when its owner says yes. */
import { join } from 'node:path';
import type { ProposedSkill } from '../../regions.ts';
import type { HomePaths } from '../../shared/home.ts';
import { hashOf } from '../../shared/ids.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { joined, type Sentence, say, verbatim } from '../../shared/say.ts';
import { type Clock, isoLocal } from '../../shared/time.ts';
import { sentenceOfThrown } from '../../shared/told-error.ts';
import type { Storage } from '../../storage/index.ts';
import { asItems, permissionWords } from '../plugins/permissions.ts';
import { parseSkill } from '../skill-file.ts';
import { diffOf, readIfThere } from './review.ts';
import { skillPathProblem } from './skill-path.ts';

const MAX_FILES = 20;
const MAX_CHARS = 200_000;

export interface ProposedSkills {
  /** Checked, with what is there now: a change of that in the meantime makes it void. */
  prepare(folder: string, files: ProposedSkill['files']): Promise<Result<ProposedSkill, Sentence>>;
  show(skill: ProposedSkill): Promise<{
    readonly title: Sentence;
    readonly detail: Sentence;
    readonly diff: string;
  }>;
  /** The error says why it cannot be done (any more). */
  apply(skill: ProposedSkill): Promise<Result<void, Sentence>>;
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

  async function problemOf(
    folder: string,
    files: ProposedSkill['files'],
  ): Promise<Sentence | undefined> {
    if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(folder) || skillPathProblem(folder) !== undefined) {
      return say('propose.folderName');
    }
    if (files.length > MAX_FILES) return say('propose.tooManyFiles', { limit: MAX_FILES });
    if (files.reduce((sum, { content }) => sum + content.length, 0) > MAX_CHARS) {
      return say('propose.tooLong', { limit: MAX_CHARS });
    }
    const paths = new Set(files.map(({ path }) => path.toLowerCase()));
    if (paths.size < files.length) return say('propose.twice');
    for (const { path } of files) {
      const problem = skillPathProblem(path);
      if (problem !== undefined) return say('propose.badPath', { path, why: problem });
      if (/(?:^|\/)(?:node_modules|\.git)(?:\/|$)/.test(path)) {
        return say('propose.notThis', { path });
      }
    }
    const own = files.find(({ path }) => path === 'SKILL.md')?.content;
    const source = own ?? (await readIfThere(placeOf(folder, 'SKILL.md')))?.toString('utf8');
    if (source === undefined) return say('propose.needsFile');
    const parsed = parseSkill(source);
    if (parsed.ok) return undefined;
    const { line, reason } = parsed.error;
    return line === undefined
      ? say('skill.field', { field: 'SKILL.md', why: reason })
      : say('skill.inLine', { line, why: reason });
  }

  return {
    async prepare(folder, files) {
      const problem = await problemOf(folder, files);
      if (problem !== undefined) return err(problem);
      const shown = await this.show({ kind: 'skill', folder, files, base: '' });
      if (shown.diff === '') return err(say('propose.already'));
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
        words.length === 0 ? [] : [say('proposal.pluginWants'), joined(asItems(words), '\n')];
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
        return err(say('propose.changed'));
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
        return err(sentenceOfThrown(thrown));
      }
      await deps.reload();
      return ok(undefined);
    },
  };
}
