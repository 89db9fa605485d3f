import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { originOf } from '../../../brain/cerebellum/origin.ts';
import type { ToolSpec } from '../../../brain/regions.ts';
import { newId } from '../../../brain/shared/ids.ts';
import type { ContentOrigin, JsonObject, PermissionMode } from '../../../protocol/index.ts';
import { openAmygdala, openScene } from '../../support/acting.ts';

const web = (name: string): ContentOrigin => ({ kind: 'web', name });
const wiki: ContentOrigin = { kind: 'mcp', name: 'wiki' };
const mcpTool: ToolSpec = {
  name: 'mcp__wiki__find',
  description: '',
  parameters: {},
  kind: 'mcp',
  readOnly: false,
  idempotent: false,
  capability: 'wiki',
};

async function judging(allow: readonly string[], confined = false) {
  const scene = await openScene();
  scene.settings.set({ permissions: { allow: [...allow] } });
  const { amygdala, cerebellum } = await openAmygdala(
    scene,
    confined ? { sandbox: async () => ({ available: true, message: '' }) } : {},
  );
  const judge = (
    name: string,
    args: JsonObject,
    taint: readonly ContentOrigin[],
    mode: PermissionMode = 'bypassPermissions',
  ) =>
    amygdala.classify(
      { id: newId('c'), name, args },
      {
        turn: { sessionId: 's_1', turnId: 't_1' },
        mode,
        workingDir: scene.workingDir,
        spec: [...cerebellum.tools(), mcpTool].find((tool) => tool.name === name),
        taint,
      },
    );
  return { judge, scene };
}

describe('after text from elsewhere was read', () => {
  it('no page is fetched unasked but from the one host that it is from and that a rule names', async () => {
    const { judge } = await judging(['WebFetch(docs.example)', 'WebFetch(other.example)']);
    const fetching = (host: string, taint: readonly ContentOrigin[]) =>
      judge('WebFetch', { url: `https://${host}/?secret` }, taint);
    expect(await fetching('docs.example', [])).toMatchObject({ level: 'safe' });
    expect(await fetching('docs.example', [web('docs.example')])).toMatchObject({ level: 'safe' });
    for (const [host, taint] of [
      ['other.example', [web('docs.example')]],
      ['docs.example', [web('docs.example'), web('other.example')]],
      ['unnamed.example', [web('unnamed.example')]],
      ['docs.example', [{ kind: 'file', name: '/downloads/x' }]],
    ] as const) {
      const verdict = await fetching(host, taint);
      expect([host, verdict]).toMatchObject([host, { level: 'confirm', source: 'taint' }]);
      expect(verdict.reason).toContain(taint[0].name);
    }
    // A rule that names no host is not about this one.
    const { judge: wide } = await judging(['WebFetch']);
    expect(
      await wide('WebFetch', { url: 'https://docs.example/' }, [web('docs.example')]),
    ).toMatchObject({ level: 'confirm', source: 'taint' });
  });

  it('no command gets the network unasked, also where a rule names it', async () => {
    const { judge } = await judging(['Bash(npm ci)'], true);
    expect(await judge('Bash', { command: 'npm ci' }, [])).toMatchObject({ level: 'safe' });
    expect(await judge('Bash', { command: 'npm ci' }, [web('docs.example')])).toMatchObject({
      level: 'confirm',
      source: 'taint',
    });
    const confined = { command: 'npm test' };
    expect(await judge('Bash', confined, [web('docs.example')])).toMatchObject({ level: 'safe' });
  });

  it('no server is called unasked but the one that it is from and that a rule names', async () => {
    const { judge } = await judging(['mcp.wiki.*']);
    expect(await judge('mcp__wiki__find', {}, [wiki])).toMatchObject({ level: 'safe' });
    for (const taint of [[web('a.example')], [wiki, web('a.example')]]) {
      expect(await judge('mcp__wiki__find', {}, taint)).toMatchObject({ source: 'taint' });
    }
  });

  it('a command without a sandbox asks whatever allows it; a deny rule still denies', async () => {
    const { judge, scene } = await judging(['Bash(touch:*)']);
    scene.settings.set({ sandbox: { enabled: false } });
    const touching = (taint: readonly ContentOrigin[]) =>
      judge('Bash', { command: 'touch x' }, taint);
    expect(await touching([])).toMatchObject({ level: 'safe' });
    expect(await touching([wiki])).toMatchObject({ level: 'confirm', source: 'taint' });
    scene.settings.set({ permissions: { deny: ['Bash(touch:*)'] } });
    expect(await touching([wiki])).toMatchObject({ level: 'block' });
  });

  it('working on files in the working folder is as it was', async () => {
    const { judge } = await judging([]);
    const args = { file_path: 'notes.md', content: 'x' };
    expect(await judge('Write', args, [wiki], 'acceptEdits')).toMatchObject({ level: 'safe' });
    expect(await judge('Read', { file_path: 'notes.md' }, [wiki], 'default')).toMatchObject({
      level: 'safe',
    });
  });
});

it('every kind of tool has its origin, and what nobody knows counts as a program', async () => {
  const { scene } = await judging([]);
  const of = (kind: ToolSpec['kind'], name: string, args: JsonObject, capability = 'files') =>
    originOf(
      { id: 'c_1', name, args },
      { ...mcpTool, kind, name, capability },
      scene,
      scene.userHome,
    );
  expect(await of('web', 'WebFetch', { url: 'https://a.example/x' })).toEqual(web('a.example'));
  expect(await of('mcp', 'mcp__wiki__find', {})).toEqual(wiki);
  expect(await of('read', 'Read', { file_path: '../elsewhere/../elsewhere/x' })).toEqual({
    kind: 'file',
    name: join(scene.outside, 'x'),
  });
  expect(await of('command', 'Bash', { command: 'ls\n-la' })).toEqual({
    kind: 'command',
    name: 'ls -la',
  });
  expect(await of('other', 'plugin_tool', {})).toEqual({ kind: 'command', name: 'plugin_tool' });
  expect(await of('read', 'memory_search', {}, 'memory')).toEqual({
    kind: 'own',
    name: 'memory_search',
  });
});
