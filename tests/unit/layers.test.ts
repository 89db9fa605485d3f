import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Folders of `brain/` that every region may use; all other folders are regions of their own. */
const common = new Set(['anatomy', 'shared', 'storage']);
/** These wire the regions together: the brain itself, its turns and its methods. */
const wiring = new Set(['rpc', 'turn', 'wiring']);

interface Import {
  readonly file: string;
  readonly specifier: string;
  /** Repository path of a relative import; undefined for a package. */
  readonly target: string | undefined;
}

const posix = (path: string): string => path.split(sep).join('/');

function importsOf(folder: string): readonly Import[] {
  const path = join(root, folder);
  if (!existsSync(path)) throw new Error(`${folder} is missing: this test would check nothing`);
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mts|css)$/.test(entry.name))
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const text = readFileSync(file, 'utf8');
      const found = text.matchAll(
        /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\brequire\s*\(\s*|@import\s+)['"]([^'"]+)['"]/g,
      );
      return [...found].map(([, specifier = '']) => ({
        file: posix(relative(root, file)),
        specifier,
        target: specifier.startsWith('.')
          ? posix(relative(root, resolve(dirname(file), specifier)))
          : undefined,
      }));
    });
}

/** `brain/motor/task.ts` -> `motor`; undefined for files directly in `brain/`. */
function regionOf(path: string): string | undefined {
  const [top, folder, ...rest] = path.split('/');
  return top === 'brain' && rest.length > 0 ? folder : undefined;
}

const show = ({ file, specifier }: Import): string => `${file} imports ${specifier}`;

describe('the house keeps its layers', () => {
  const brain = importsOf('brain');

  it('no region imports another one', () => {
    const wrong = brain.filter(({ file, target }) => {
      const from = regionOf(file);
      if (from === undefined || wiring.has(from)) return false;
      if (target === undefined || !target.startsWith('brain/')) return false;
      const to = regionOf(target);
      if (to === undefined) return target !== 'brain/regions.ts';
      return to !== from && !common.has(to);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('what all regions share depends on no region', () => {
    const wrong = brain.filter(({ file, target }) => {
      const from = regionOf(file);
      if (from === undefined || !common.has(from)) return false;
      const to = target === undefined ? undefined : regionOf(target);
      return to !== undefined && !common.has(to);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('brain/ knows neither Electron nor React nor its hosts and windows', () => {
    const wrong = brain.filter(
      ({ specifier, target }) =>
        /^(?:electron|react|react-dom|wouter|zustand)(?:\/|$)/.test(specifier) ||
        (target !== undefined && !/^(?:brain|protocol)\//.test(target)),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it('protocol/ stands alone', () => {
    const wrong = importsOf('protocol').filter(({ specifier, target }) =>
      target === undefined ? specifier !== 'zod' : !target.startsWith('protocol/'),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it('src-renderer/ imports only protocol/ and itself, and nothing of Node', () => {
    const wrong = importsOf('src-renderer').filter(({ file, specifier, target }) => {
      // The build's own settings run in Node, not in the window.
      if (file === 'src-renderer/vite.config.ts') return false;
      if (target !== undefined) return !/^(?:src-renderer|protocol)\//.test(target);
      return specifier.startsWith('node:') || specifier === 'electron';
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('only the desktop host and the preload script know Electron', () => {
    const wrong = importsOf('src-main').filter(
      ({ file, specifier }) =>
        specifier === 'electron' &&
        file !== 'src-main/electron.ts' &&
        !file.startsWith('src-main/electron/'),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it('the hosts reach into the brain by its door and its shared parts alone', () => {
    const wrong = importsOf('src-main').filter(({ target }) => {
      if (target === undefined || !target.startsWith('brain/')) return false;
      const region = regionOf(target);
      return region === undefined ? target !== 'brain/brain.ts' : !common.has(region);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('no file imports itself by way of others, not even a type', () => {
    const next = new Map<string, string[]>();
    for (const folder of [
      'brain',
      'protocol',
      'src-main',
      'src-preload',
      'src-renderer',
      'tests',
    ]) {
      for (const { file, target } of importsOf(folder)) {
        if (target !== undefined) next.set(file, [...(next.get(file) ?? []), target]);
      }
    }
    const circles: string[] = [];
    const seen = new Set<string>();
    const follow = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) {
        circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
      } else if (!seen.has(file)) {
        for (const target of next.get(file) ?? []) follow(target, [...way, file]);
        seen.add(file);
      }
    };
    for (const file of next.keys()) follow(file, []);
    expect(circles).toEqual([]);
  });
});
