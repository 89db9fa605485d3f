/** A window that opens where no screen is any more cannot be reached by its owner. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createStorage } from '../../../brain/storage/index.ts';
import { desktopEntry } from '../../../src-main/electron/open-at-login.ts';
import {
  placeOnScreens,
  readWindowState,
  usual,
  type WindowState,
  writeWindowState,
} from '../../../src-main/electron/window-state.ts';
import { tempFolder } from '../../support/temp-home.ts';

const first = { x: 0, y: 0, width: 1920, height: 1040 };
const second = { x: 1920, y: 0, width: 2560, height: 1400 };
const at = (x: number, y: number, width = 1000, height = 800): WindowState => ({
  version: 1,
  bounds: { x, y, width, height },
  maximized: false,
});

describe('where the window opens', () => {
  it('is where it was, on any screen that is there', () => {
    expect(placeOnScreens(at(2000, 100), [first, second])).toEqual({
      x: 2000,
      y: 100,
      width: 1000,
      height: 800,
    });
  });

  it('is left to the system when that screen is gone, or its title bar would be out of reach', () => {
    for (const lost of [at(2000, 100), at(100, -400), at(1900, 10), at(-990, 10), at(0, 1030)]) {
      expect(placeOnScreens(lost, [first])).toEqual({ width: 1000, height: 800 });
    }
  });

  it('is never larger than its screen, nor smaller than can be used', () => {
    expect(placeOnScreens(at(0, 0, 5000, 4000), [first])).toMatchObject({
      width: 1920,
      height: 1040,
    });
    expect(placeOnScreens(at(0, 0, 10, 10), [first])).toMatchObject({ width: 640, height: 480 });
    expect(placeOnScreens(undefined, [first])).toEqual(usual);
  });
});

it('the file is what the documentation says, and a broken one is as none', async () => {
  const home = await tempFolder();
  const storage = createStorage();
  expect(await readWindowState(storage, home)).toBeUndefined();
  await writeWindowState(storage, home, {
    bounds: { x: 40, y: 50, width: 900, height: 700 },
    maximized: true,
  });
  const file = join(home, 'electron', 'window.json');
  const golden = join(import.meta.dirname, '../../golden/window.json');
  expect(await readFile(file, 'utf8')).toBe(await readFile(golden, 'utf8'));
  expect(await readWindowState(storage, home)).toMatchObject({ maximized: true });
  for (const broken of ['{', '{"version":1}', '{"version":9,"bounds":{},"maximized":true}']) {
    await writeFile(file, broken);
    expect(await readWindowState(storage, home)).toBeUndefined();
  }
});

it('a path with blanks and quotes starts the right program at login', () => {
  expect(desktopEntry('/opt/My "Apps"/a%b').split('\n')[3]).toBe(
    'Exec="/opt/My \\\\"Apps\\\\"/a%%b" --hidden',
  );
});
