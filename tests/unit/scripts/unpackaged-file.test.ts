/**
 * What electron-builder.yml says is not run here (it needs Electron's binaries and each system). What
 * can be checked without: that nothing the program loads is left out, and that the fuses are set.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import matter from 'gray-matter';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mainConfig } from '../../../scripts/build.mjs';
import { LINK_SCHEME } from '../../../src-main/electron/deep-link.ts';
import { program } from '../../../src-main/places.ts';

const { root, trayIcon } = program();

async function readYaml(path: string): Promise<unknown> {
  const text = await readFile(join(root, path), 'utf8');
  return matter(`---\n${text}\n---\n`, { language: 'yaml' }).data;
}

const builderConfig = z.object({
  files: z.array(z.string()),
  directories: z.object({ buildResources: z.string() }),
  electronFuses: z.record(z.string(), z.boolean()),
  protocols: z.array(z.object({ schemes: z.array(z.string()) })),
});

describe('electron-builder.yml', async () => {
  const config = builderConfig.parse(await readYaml('electron-builder.yml'));
  const manifest = z
    .object({ main: z.string(), dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));

  it('names only files that are there, and the entry, the mind and the tray’s picture among them', () => {
    const named = config.files.filter((pattern) => !pattern.startsWith('!'));
    // What is built is made by the same command.
    const sources = named.filter((pattern) => !pattern.startsWith('out/'));
    for (const pattern of sources) {
      expect([pattern, existsSync(join(root, pattern.replace('/**', '')))]).toEqual([
        pattern,
        true,
      ]);
    }
    expect(named).toContain('workspace/**');
    expect(named).toContain(trayIcon.slice(root.length + 1).replaceAll('\\', '/'));
    expect(manifest.main.startsWith('out/main/')).toBe(true);
    expect(existsSync(join(root, config.directories.buildResources, 'icon.png'))).toBe(true);
  });

  it('takes along every library that is not built into the program', () => {
    const kept = mainConfig().ssr.external.filter(
      (name: string) => name !== 'electron' && !builtinModules.includes(name),
    );
    expect(kept.filter((name: string) => manifest.dependencies[name] === undefined)).toEqual([]);
  });

  it('sets the fuses that keep others from changing what runs, and leaves plugins their Node', () => {
    expect(config.electronFuses).toMatchObject({
      runAsNode: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it('registers the links that the program understands', () => {
    expect(config.protocols.flatMap(({ schemes }) => schemes)).toEqual([LINK_SCHEME]);
  });
});

it('a release is packaged only after all tests, and stays a draft', async () => {
  const step = z.object({ run: z.string().optional() });
  const workflow = z
    .object({
      permissions: z.record(z.string(), z.string()),
      jobs: z.object({
        test: z.object({ steps: z.array(step) }),
        package: z.object({ needs: z.string(), steps: z.array(step) }),
      }),
    })
    .parse(await readYaml('.github/workflows/release.yml'));
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(workflow.jobs.test.steps.map(({ run }) => run)).toContain('npm test');
  expect(workflow.jobs.package.needs).toBe('test');
  const builder = z
    .object({ publish: z.object({ releaseType: z.string() }) })
    .parse(await readYaml('electron-builder.yml'));
  expect(builder.publish.releaseType).toBe('draft');
});
