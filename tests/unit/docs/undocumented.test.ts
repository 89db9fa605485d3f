import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseSkill } from '../../../brain/cerebellum/skill-file.ts';
import {
  brainEventBody,
  configSchema,
  errorCodes,
  eventBodies,
  methods,
  turnErrorCodes,
} from '../../../protocol/index.ts';
import { openScene } from '../../support/acting.ts';
import { openPlugins, putPlugin } from '../../support/plugins.ts';

const at = (path: string): URL => new URL(`../../../${path}`, import.meta.url);
const read = (path: string): string => readFileSync(at(path), 'utf8');
const isThere = (path: string): boolean => existsSync(at(path));

it('a method, event or error code that docs/protocol.md does not name', () => {
  const text = read('docs/protocol.md');
  const brainEvents = brainEventBody.options.map((option) => option.shape.type.value);
  const names = [
    ...Object.keys(methods),
    ...Object.keys(eventBodies),
    ...brainEvents,
    ...errorCodes,
    ...turnErrorCodes,
  ];
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

it('a setting that docs/configuration.md does not name', () => {
  const text = read('docs/configuration.md');
  const nested = (['limits', 'context', 'permissions', 'sandbox', 'ui'] as const).flatMap((name) =>
    name === 'sandbox' ? [] : Object.keys(configSchema.parse({})[name]),
  );
  const keys = [...Object.keys(configSchema.shape), ...nested];
  expect(keys.filter((key) => !text.includes(`\`${key}\``))).toEqual([]);
});

it('a link in the documentation that leads nowhere', () => {
  const pages = readdirSync(at('docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  for (const page of ['README.md', 'CHANGELOG.md', ...pages]) {
    const folder = page.includes('/') ? 'docs/' : '';
    for (const [, target = ''] of read(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
      expect(isThere(folder + target), `${page} -> ${target}`).toBe(true);
    }
  }
});

it('a file or folder that the page on architecture names and that was renamed since', () => {
  const named = read('docs/architecture.md').matchAll(
    /`((?:brain|protocol|src-main|src-preload|src-renderer|tests|scripts)\/[^`<>* ]*)`/g,
  );
  const paths = [...named].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

it('the plugin in docs/skills.md that readers copy does not run', async () => {
  const text = read('docs/skills.md');
  const skill = /```yaml\n(---\nname: dice[\s\S]*?)\n```/.exec(text)?.[1] ?? '';
  const code = /```js\n([\s\S]*?)\n```/.exec(text)?.[1] ?? '';
  const scene = await openScene();
  await putPlugin(scene, 'dice', { code, files: { 'SKILL.md': skill } });
  const { run, info } = await openPlugins({}, scene);
  expect(info('dice')?.error).toBeUndefined();
  expect((await run('throw_dice', { count: 3 })).output).toMatch(/^\d \d \d \(sum \d+\)$/);
  expect((await run('throw_dice', {})).output).toContain('"count" is missing');
});

it('the skill in docs/skills.md that readers copy does not load', () => {
  const example = /```markdown\n([\s\S]*?)\n```/.exec(read('docs/skills.md'))?.[1] ?? '';
  expect(parseSkill(example)).toMatchObject({ ok: true, value: { name: 'recipes' } });
});
