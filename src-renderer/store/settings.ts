/** The brain's settings, and what of them this window follows: theme and language. */
import { create } from 'zustand';
import type { Config, ConfigProblem, JsonObject, UiConfig } from '../../protocol/index.ts';
import { call } from '../transport/brain.ts';

interface SettingsState {
  readonly config: Config | undefined;
  readonly problems: readonly ConfigProblem[];
  readonly path: string;
  /** What `~` stands for. */
  readonly userHome: string;
  readonly theme: UiConfig['theme'];
  readonly contrast: UiConfig['contrast'];
  readonly language: string;
}

export const themes: readonly UiConfig['theme'][] = ['system', 'light', 'dark'];

const themeKey = 'connectome.theme';
const contrastKey = 'connectome.contrast';
const languageKey = 'connectome.language';

/** The last known looks are kept here, so that the first frame is already right. */
export const useSettings = create<SettingsState>(() => ({
  config: undefined,
  problems: [],
  path: '',
  userHome: '',
  theme: asTheme(localStorage.getItem(themeKey)),
  contrast: localStorage.getItem(contrastKey) === 'more' ? 'more' : 'system',
  language: localStorage.getItem(languageKey) ?? 'system',
}));

export async function loadSettings(): Promise<void> {
  const { config, problems, path, userHome } = await call('config.get', {});
  take(config);
  useSettings.setState({ problems, path, userHome });
}

/** A JSON merge patch. Rejects with `RpcError` when the brain refuses it. */
export async function updateSettings(patch: JsonObject): Promise<void> {
  const { config } = await call('config.update', { patch });
  take(config);
}

export function setProblems(problems: readonly ConfigProblem[]): void {
  useSettings.setState({ problems });
}

/** Puts theme and contrast where the style sheet looks for them, now and after each change. */
export function followLooks(): void {
  const { dataset } = document.documentElement;
  const wanted = matchMedia('(prefers-contrast: more)');
  const apply = (): void => {
    const { theme, contrast } = useSettings.getState();
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
    if (contrast === 'more' || wanted.matches) dataset.contrast = 'more';
    else delete dataset.contrast;
  };
  apply();
  useSettings.subscribe(apply);
  wanted.addEventListener('change', apply);
}

function take(config: Config): void {
  const { theme, contrast, language } = config.ui;
  localStorage.setItem(themeKey, theme);
  localStorage.setItem(contrastKey, contrast);
  localStorage.setItem(languageKey, language);
  useSettings.setState({ config, theme, contrast, language });
}

function asTheme(value: string | null): UiConfig['theme'] {
  return value === 'light' || value === 'dark' ? value : 'system';
}
