/** Code colours, loaded when the first piece of code appears. */
import type { createLowlight } from 'lowlight';

export type Highlighted = ReturnType<ReturnType<typeof createLowlight>['highlight']>;
type Lowlight = ReturnType<typeof createLowlight>;

/** Longer code stays plain: colouring it would hold up the window. */
const longestCode = 60_000;

let loaded: Lowlight | undefined;
let loading: Promise<Lowlight> | undefined;

export function highlightNow(code: string, language: string): Highlighted | undefined {
  if (!loaded?.registered(language) || code.length > longestCode) return undefined;
  return loaded.highlight(language, code);
}

export async function loadHighlighter(): Promise<void> {
  loading ??= import('lowlight').then(({ common, createLowlight: create }) => create(common));
  loaded = await loading;
}

export const highlighterIsLoaded = (): boolean => loaded !== undefined;
