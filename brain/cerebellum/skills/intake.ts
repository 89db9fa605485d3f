/**
 * Takes skills in from outside: first a review, then, on the owner's word, the files. What was there goes
 * to the trash. Nothing is written that was not reviewed: both read the same attachment, by its hash.
 */
import { join } from 'node:path';
import type { SkillReview } from '../../../protocol/index.ts';
import type { HomePaths } from '../../shared/home.ts';
import { newId } from '../../shared/ids.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type Sentence, type Spoken, say, spoken } from '../../shared/say.ts';
import { type Clock, isoLocal } from '../../shared/time.ts';
import { sentenceOfThrown } from '../../shared/told-error.ts';
import type { Storage } from '../../storage/index.ts';
import { type BundledSkill, readBundle } from './bundle.ts';
import { readIfThere, reviewSkill } from './review.ts';

export interface IntakeReview {
  readonly skills: readonly SkillReview[];
  readonly refused: readonly (Spoken<'reason'> & { readonly path: string })[];
}

export interface Intake {
  review(attachmentId: string): Promise<Result<IntakeReview, Sentence>>;
  /** Gives the folders in `cerebellum/` that were written. */
  install(
    attachmentId: string,
    folders: readonly string[],
  ): Promise<Result<readonly string[], Sentence>>;
  /** Writes one skill, what was there to the trash. */
  put(skill: Pick<BundledSkill, 'folder' | 'files'>): Promise<void>;
}

export function createIntake(deps: {
  readonly paths: HomePaths;
  readonly storage: Storage;
  readonly clock: Clock;
}): Intake {
  const { paths, storage, clock } = deps;

  async function bundleOf(attachmentId: string) {
    if (!/^[0-9a-f]{64}$/.test(attachmentId)) return err(say('intake.noFile'));
    try {
      return ok(await readBundle(join(paths.attachments, attachmentId)));
    } catch (thrown) {
      return err(say('intake.cannot', { why: sentenceOfThrown(thrown) }));
    }
  }

  async function put({ folder, files }: Pick<BundledSkill, 'folder' | 'files'>): Promise<void> {
    // Whole or not at all: put in its place when every file is there.
    const work = join(paths.root, 'tmp', newId('u'));
    for (const { path, content } of files) {
      await storage.write(join(work, ...path.split('/')), content);
    }
    const place = join(paths.cerebellum, folder);
    if ((await readIfThere(join(place, 'SKILL.md'))) !== undefined) {
      const stamp = isoLocal(clock.now()).replaceAll(':', '-');
      await storage.move(place, join(paths.trash, `skill~${folder}.${stamp}`));
    }
    await storage.move(work, place);
  }

  return {
    async review(attachmentId) {
      const bundle = await bundleOf(attachmentId);
      if (!bundle.ok) return bundle;
      const { skills, refused } = bundle.value;
      const reviewed = await Promise.all(skills.map((one) => reviewSkill(one, paths.cerebellum)));
      const shown = refused.map(({ path, reason }) => ({ path, ...spoken({ reason }) }));
      return ok({ skills: reviewed, refused: shown });
    },
    async install(attachmentId, folders) {
      const bundle = await bundleOf(attachmentId);
      if (!bundle.ok) return bundle;
      const wanted = bundle.value.skills.filter(({ folder }) => folders.includes(folder));
      const broken = wanted.find(({ error }) => error !== undefined);
      if (broken?.error !== undefined) {
        return err(say('skill.field', { field: broken.folder, why: broken.error.reason }));
      }
      const missing = folders.find((folder) => !wanted.some((one) => one.folder === folder));
      if (missing !== undefined) return err(say('intake.noneNamed', { name: missing }));
      for (const one of wanted) await put(one);
      return ok(wanted.map(({ folder }) => folder));
    },
    put,
  };
}
