/** The brain's settings, and what of them this window follows: theme and language. */
import { create } from 'zustand';
import type { Config, ConfigProblem, JsonObject, UiConfig } from '../../protocol/index.ts';
import { call } from '../transport/brain.ts';

interface SettingsState {
  readonly config: Config | undefined;
  readonly problems: readonly ConfigProblem[];
  readonly path: string;
  readonly theme: UiConfig['theme'];
  readonly language: string;
}

export const themes: readonly UiConfig['theme'][] = ['system', 'light', 'dark'];

const themeKey = 'connectome.theme';
const languageKey = 'connectome.language';

/** The last known looks are kept here, so that the first frame is already right. */
export const useSettings = create<SettingsState>(() => ({
  config: undefined,
  problems: [],
  path: '',
  theme: asTheme(localStorage.getItem(themeKey)),
  language: localStorage.getItem(languageKey) ?? 'system',
}));

export async function loadSettings(): Promise<void> {
  const { config, problems, path } = await call('config.get', {});
  take(config);
  useSettings.setState({ problems, path });
}

/** A JSON merge patch. Rejects with `RpcError` when the brain refuses it. */
export async function updateSettings(patch: JsonObject): Promise<void> {
  const { config } = await call('config.update', { patch });
  take(config);
}

export function setProblems(problems: readonly ConfigProblem[]): void {
  useSettings.setState({ problems });
}

/** Puts the theme where the style sheet looks for it, now and after each change. */
export function followTheme(): void {
  const apply = (theme: UiConfig['theme']): void => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  apply(useSettings.getState().theme);
  useSettings.subscribe((state, before) => {
    if (state.theme !== before.theme) apply(state.theme);
  });
}

function take(config: Config): void {
  const { theme, language } = config.ui;
  localStorage.setItem(themeKey, theme);
  localStorage.setItem(languageKey, language);
  useSettings.setState({ config, theme, language });
}

function asTheme(value: string | null): UiConfig['theme'] {
  return value === 'light' || value === 'dark' ? value : 'system';
}
