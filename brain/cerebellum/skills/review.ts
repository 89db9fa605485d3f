/** What a skill that is not there yet (or not so) would bring: for its owner to read before it does. */
import { join } from 'node:path';
import { structuredPatch } from 'diff';
import type { SkillReview } from '../../../protocol/index.ts';
import { readRegularFile } from '../../shared/regular-file.ts';
import { codeOf } from '../../shared/result.ts';
import { spoken } from '../../shared/say.ts';
import { noPermissions, type SkillError } from '../skill-file.ts';
import type { BundledFile, BundledSkill } from './bundle.ts';

/** What a shell or an interpreter runs: worth a look before it is let in. */
const script =
  /\.(?:sh|bash|zsh|fish|ps1|bat|cmd|py|rb|pl|js|mjs|cjs|ts|mts|exe|dll|so|dylib|node|jar)$/i;
const MAX_DIFFED = 256 * 1024;

export async function reviewSkill(
  { folder, skill, error, files }: BundledSkill,
  cerebellum: string,
): Promise<SkillReview> {
  const compared = await Promise.all(
    files.map(async (file) => ({
      file,
      before: await readIfThere(join(cerebellum, folder, file.path)),
    })),
  );
  const replaces = (await readIfThere(join(cerebellum, folder, 'SKILL.md'))) !== undefined;
  const plugin = files.filter(({ path }) => path.startsWith('plugin/'));
  const hasPlugin = plugin.some(({ path }) => /^plugin\/index\.(?:[mc]?js|m?ts)$/.test(path));
  const diff = compared.map(({ file, before }) => diffOf(file, before)).join('');
  return {
    folder,
    name: skill?.name ?? folder,
    description: skill?.description ?? '',
    ...(skill?.version === undefined ? {} : { version: skill.version }),
    replaces,
    triggers: [...(skill?.triggers ?? [])],
    patterns: skill?.patterns.length ?? 0,
    allowedTools: [...(skill?.allowedTools ?? [])],
    tools: (skill?.tools ?? []).map(({ name }) => name),
    ...(hasPlugin ? { permissions: copied(skill?.permissions ?? noPermissions) } : {}),
    dependencies: dependenciesOf(plugin),
    scripts: files.map(({ path }) => path).filter((path) => script.test(path)),
    files: compared.map(({ file, before }) => ({
      path: file.path,
      bytes: file.content.length,
      change: before === undefined ? 'added' : before.equals(file.content) ? 'same' : 'changed',
    })),
    ...(replaces && diff !== '' ? { diff } : {}),
    ...(error === undefined ? {} : { problem: shownError(error) }),
  };
}

/** As windows get it. */
export function shownError({ reason, ...place }: SkillError) {
  return { ...place, ...spoken({ reason }) };
}

const copied = (given: typeof noPermissions) => ({
  read: [...given.read],
  write: [...given.write],
  hosts: [...given.hosts],
  commands: [...given.commands],
});

function dependenciesOf(files: readonly BundledFile[]): string[] {
  const text = files.find(({ path }) => path === 'plugin/package.json')?.content.toString('utf8');
  try {
    const { dependencies = {} } = JSON.parse(text ?? '{}');
    return Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
  } catch {
    // Told when the plugin is looked at.
    return [];
  }
}

/** Hunks under a line with the file's path; binary files and very large ones by name only. */
export function diffOf({ path, content }: BundledFile, before: Buffer | undefined): string {
  if (before?.equals(content)) return '';
  const old = before ?? Buffer.alloc(0);
  const isShown = [old, content].every((one) => one.length <= MAX_DIFFED && !one.includes(0));
  const heading = `@@ ${path}${before === undefined ? ' (new)' : ''} @@\n`;
  if (!isShown) return `${heading} [${content.length} bytes that are not shown]\n`;
  const patch = structuredPatch(
    path,
    path,
    old.toString('utf8'),
    content.toString('utf8'),
    undefined,
    undefined,
    {
      context: 3,
      timeout: 1_000,
    },
  );
  if (patch === undefined) return `${heading} [too different to be shown]\n`;
  return heading + patch.hunks.flatMap(({ lines }) => lines.map((line) => `${line}\n`)).join('');
}

export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readRegularFile(path);
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw thrown;
  }
}
