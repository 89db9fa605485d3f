/** Every room has a URL; this is the only place that spells them. */
export const routes = {
  home: '/',
  conversation: '/c/:sessionId',
  inspector: '/inspect',
  snapshot: '/inspect/:snapshotId',
  mind: '/mind',
  memory: '/memory',
  tasks: '/tasks',
  task: '/tasks/:taskId',
  usage: '/usage',
  settings: '/settings',
  settingsSection: '/settings/:section',
  help: '/help',
  helpSection: '/help/:section',
} as const;

/** Stands for the snapshot of a call that has none: those of private conversations. */
const withoutSnapshot = 'none';

export interface CallPlace {
  readonly sessionId: string;
  readonly turnId: string;
  readonly call: number;
}

export const to = {
  home: () => '/',
  /** With `turnId` it opens at that turn. */
  conversation: (sessionId: string, turnId?: string) =>
    `/c/${encodeURIComponent(sessionId)}${turnId ? `?turn=${encodeURIComponent(turnId)}` : ''}`,
  inspector: () => '/inspect',
  /** With `of` the call can be explained when its snapshot is gone, or was never made. */
  snapshot(snapshotId: string, of?: CallPlace): string {
    const path = `/inspect/${encodeURIComponent(snapshotId || withoutSnapshot)}`;
    if (of === undefined) return path;
    const { sessionId, turnId, call } = of;
    return `${path}?${new URLSearchParams({ session: sessionId, turn: turnId, call: `${call}` })}`;
  },
  mind: () => '/mind',
  mindFile(path: string, heading?: string): string {
    const at = heading ? `&heading=${encodeURIComponent(heading)}` : '';
    return `/mind?file=${encodeURIComponent(path)}${at}`;
  },
  memory: () => '/memory',
  tasks: () => '/tasks',
  task: (taskId: string) => `/tasks/${encodeURIComponent(taskId)}`,
  usage: () => '/usage',
  settings: (section?: SettingsSection) => (section ? `/settings/${section}` : '/settings'),
  help: (section?: HelpSection) => (section ? `/help/${section}` : '/help'),
} as const;

/** What an address names; a broken escape in it names nothing, and is shown as it came. */
export function named(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Not written by us.
    return part;
  }
}

export const settingsSections = [
  'models',
  'behaviour',
  'skills',
  'servers',
  'looks',
  'desktop',
  'travel',
  'health',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

export const helpSections = ['guide', 'keys', 'report'] as const;
export type HelpSection = (typeof helpSections)[number];
