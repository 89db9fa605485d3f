/** Where the window was when it was closed; where it can be seen again when it opens. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Storage } from '../../brain/storage/index.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const whole = z.number().int().min(-100_000).max(100_000);
const windowState = z.object({
  version: z.literal(1),
  bounds: z.object({ x: whole, y: whole, width: whole.min(1), height: whole.min(1) }),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof windowState>;

export const smallest = { width: 640, height: 480 } as const;
export const usual = { width: 1280, height: 840 } as const;

const fileOf = (home: string): string => join(home, 'electron', 'window.json');

/** Undefined the first time, and when the file is broken: the window then opens as usual. */
export async function readWindowState(
  storage: Storage,
  home: string,
): Promise<WindowState | undefined> {
  try {
    const text = await storage.read(fileOf(home));
    return text === undefined ? undefined : windowState.safeParse(JSON.parse(text)).data;
  } catch {
    // Not JSON, or not readable: a place is not worth an error.
    return undefined;
  }
}

export async function writeWindowState(
  storage: Storage,
  home: string,
  state: Omit<WindowState, 'version'>,
): Promise<void> {
  await storage.write(fileOf(home), `${JSON.stringify({ version: 1, ...state })}\n`);
}

/** How much of the title bar must be on a screen, to be caught with the mouse. */
const grip = { width: 120, height: 32 };

/**
 * The bounds to open with: as they were, no larger than their screen; in the middle of the first screen
 * (no place given) when the screen they were on is gone.
 */
export function placeOnScreens(
  state: WindowState | undefined,
  screens: readonly Box[],
): Partial<Box> & { readonly width: number; readonly height: number } {
  const [first] = screens;
  if (state === undefined || first === undefined) return usual;
  const { bounds } = state;
  const screen = screens.find(
    (one) =>
      overlap(bounds.x, bounds.width, one.x, one.width) >= grip.width &&
      bounds.y >= one.y &&
      bounds.y + grip.height <= one.y + one.height,
  );
  const room = screen ?? first;
  const width = Math.max(smallest.width, Math.min(bounds.width, room.width));
  const height = Math.max(smallest.height, Math.min(bounds.height, room.height));
  return screen === undefined ? { width, height } : { x: bounds.x, y: bounds.y, width, height };
}

const overlap = (a: number, aSize: number, b: number, bSize: number): number =>
  Math.min(a + aSize, b + bSize) - Math.max(a, b);
