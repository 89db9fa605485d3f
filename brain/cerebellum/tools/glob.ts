import { join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { z } from 'zod';
import type { ToolResult } from '../../regions.ts';
import { isInside } from '../../shared/paths.ts';
import { holdFolder } from '../../shared/safe-open.ts';
import { say } from '../../shared/say.ts';
import { openFailed, type Reached, reach, showable } from '../reach.ts';
import { listingOptions, ripgrep } from '../ripgrep.ts';
import { defineTool, done, doneWith, failed } from '../tool.ts';

const MAX_SHOWN = 1000;

export const globTool = defineTool({
  spec: {
    name: 'Glob',
    description:
      'Lists files by name, for example "**/*.ts" or "src/*.md"; a pattern without "/" matches in ' +
      'every folder. What ignore files exclude is left out. Paths are relative to the working folder.',
    kind: 'read',
    readOnly: true,
    idempotent: true,
    capability: 'files',
  },
  parameters: z.strictObject({
    pattern: z.string().min(1),
    path: z.string().optional().describe('Folder to look in; the working folder without it.'),
  }),
  async run(args, run, deps) {
    const target = await reach(args.path ?? '.', 'read', run, deps);
    if (!target.ok) return target.error;
    const { real, places } = target.value;
    const pattern = relativePattern(args.pattern, real);
    if (pattern === undefined) {
      return failed('validation', say('glob.below'));
    }
    const folder = await holdFolder(real);
    if (!folder.ok) return openFailed(folder.error);
    try {
      const matches = picomatch(pattern, { dot: true, basename: !pattern.includes('/') });
      const show = showable('Glob', real, places, deps.settings);
      const found: string[] = [];
      const listed = await ripgrep(
        {
          args: ['--files', '--null', ...listingOptions],
          cwd: folder.value.path,
          signal: run.signal,
          onRecord(name) {
            const portable = sep === '/' ? name : name.split(sep).join('/');
            if (matches(portable) && show(join(real, name))) found.push(name);
            return true;
          },
        },
        '\0',
      );
      if (!listed.ok) return failed('error', listed.error);
      return listing(found, target.value);
    } finally {
      await folder.value.close();
    }
  },
});

/** Models also write the folder into the pattern. */
function relativePattern(pattern: string, folder: string): string | undefined {
  const prefix = `${folder}${sep}`;
  const rest = pattern.startsWith(prefix) ? pattern.slice(prefix.length) : pattern;
  const bare = rest.replace(/^(?:\.\/)+/, '');
  if (bare === '' || /^(?:[/~]|[A-Za-z]:)/.test(bare) || bare.split('/').includes('..')) {
    return undefined;
  }
  return bare;
}

function listing(found: readonly string[], { real, places }: Reached): ToolResult {
  if (found.length === 0) return done(say('glob.none'));
  const inside = isInside(places.workingDir, real);
  const shown = found
    .map((name) => (inside ? relative(places.workingDir, join(real, name)) : join(real, name)))
    .sort()
    .slice(0, MAX_SHOWN);
  const more =
    found.length > shown.length
      ? say('glob.more', { more: found.length - shown.length, all: found.length })
      : undefined;
  return doneWith(shown.join('\n'), more);
}
