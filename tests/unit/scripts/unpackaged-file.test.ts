/**
 * What electron-builder.yml says is not run here (it needs Electron's binaries and each system). What
 * can be checked without: that nothing the program loads is left out, and that the fuses are set.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import matter from 'gray-matter';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rgPath } from '../../../brain/cerebellum/ripgrep.ts';
import { socketGuard } from '../../../brain/cerebellum/sandbox/socket-guard.ts';
import { unpacked } from '../../../brain/shared/unpacked.ts';
import { mainConfig } from '../../../scripts/build.mjs';
import { forOtherProcessors } from '../../../scripts/other-processors.mjs';
import { LINK_SCHEME } from '../../../src-main/electron/deep-link.ts';
import { APP_ID } from '../../../src-main/electron/identity.ts';
import { program } from '../../../src-main/places.ts';

const { root, trayIcon } = program();

async function readYaml(path: string): Promise<unknown> {
  const text = await readFile(join(root, path), 'utf8');
  return matter(`---\n${text}\n---\n`, { language: 'yaml' }).data;
}

const builderConfig = z.object({
  appId: z.string(),
  files: z.array(z.string()),
  asarUnpack: z.array(z.string()),
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

  // Packaged for Linux there was no sandbox at all, and no plugin started: both were looked for in the archive.
  it('lays beside the archive what the system opens or starts, where the program looks for it', async () => {
    const packagedPaths = [
      rgPath,
      (await socketGuard()) ?? 'node_modules/@anthropic-ai/sandbox-runtime/vendor/x',
      join(root, 'out/main/plugin-child.mjs'),
      join(root, 'node_modules/better-sqlite3/prebuilds/linux-x64.node'),
    ].map((path) => path.replace(`${root}/`, '').replace(/^.*(?=node_modules\/@)/, ''));
    const isUnpacked = picomatch(config.asarUnpack, { dot: true });
    expect(packagedPaths.filter((path) => !isUnpacked(path))).toEqual([]);
    const { build } = mainConfig();
    const { entryFileNames } = build.rolldownOptions.output;
    expect(entryFileNames({ name: 'plugin-child' })).toBe('[name].mjs');

    const asar = '/opt/Connectome/resources/app.asar';
    expect(unpacked(`${asar}/out/main/a.mjs`)).toBe(`${asar}.unpacked/out/main/a.mjs`);
    for (const there of ['/home/app.asarium/x', `${asar}.unpacked/x`, '/usr/bin/rg']) {
      expect(unpacked(there)).toBe(there);
    }
  });

  it('is the program by the name under which Windows shows its notifications', () => {
    expect(config.appId).toBe(APP_ID);
  });

  it('registers the links that the program understands', () => {
    expect(config.protocols.flatMap(({ schemes }) => schemes)).toEqual([LINK_SCHEME]);
  });
});

// The package for the other processor had neither ripgrep nor the key store of this one.
it('a package for a processor that the release’s machine has not gets the programs of its own', async () => {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const namesFor = (platform: string, processor: string): readonly string[] =>
    forOtherProcessors(lock, platform, processor).map((one) => one.replace(/@[\d.]+$/, ''));
  expect(namesFor('darwin', 'arm64')).toEqual([
    '@napi-rs/keyring-darwin-x64',
    '@vscode/ripgrep-darwin-x64',
  ]);
  expect(namesFor('win32', 'x64')).toEqual([
    '@napi-rs/keyring-win32-arm64-msvc',
    '@vscode/ripgrep-win32-arm64',
  ]);
  expect(namesFor('linux', 'x64')).toEqual([
    '@napi-rs/keyring-linux-arm64-gnu',
    '@vscode/ripgrep-linux-arm64',
  ]);
  const step = z.object({ run: z.string().optional() });
  const workflow = z
    .object({ jobs: z.object({ package: z.object({ steps: z.array(step) }) }) })
    .parse(await readYaml('.github/workflows/release.yml'));
  const commands = workflow.jobs.package.steps.map(({ run }) => run?.trim().split('\n').at(-1));
  const fetched = commands.indexOf('node scripts/other-processors.mjs');
  expect(fetched).toBeGreaterThan(commands.indexOf('npm ci --ignore-scripts'));
  expect(fetched).toBeLessThan(commands.indexOf('npm run build'));
});

it('a release is packaged only after all tests, and stays a draft', async () => {
  const step = z.object({ run: z.string().optional() });
  const workflow = z
    .object({
      permissions: z.record(z.string(), z.string()),
      jobs: z.object({
        test: z.object({ steps: z.array(step) }),
        draft: z.object({ needs: z.string(), steps: z.array(step) }),
        package: z.object({ needs: z.string(), steps: z.array(step) }),
      }),
    })
    .parse(await readYaml('.github/workflows/release.yml'));
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(workflow.jobs.test.steps.map(({ run }) => run)).toContain('npm test');
  // And into one draft, which is there before any of the systems looks for it.
  expect(workflow.jobs.draft.needs).toBe('test');
  expect(workflow.jobs.package.needs).toBe('draft');
  expect(workflow.jobs.draft.steps.map(({ run }) => run).join()).toMatch(
    /gh release create .*--draft/,
  );
  const builder = z
    .object({ publish: z.object({ releaseType: z.string() }) })
    .parse(await readYaml('electron-builder.yml'));
  expect(builder.publish.releaseType).toBe('draft');
});
