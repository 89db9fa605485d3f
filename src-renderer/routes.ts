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
  settings: '/settings',
  settingsSection: '/settings/:section',
} as const;

export const to = {
  home: () => '/',
  conversation: (sessionId: string) => `/c/${encodeURIComponent(sessionId)}`,
  inspector: () => '/inspect',
  snapshot: (snapshotId: string) => `/inspect/${encodeURIComponent(snapshotId)}`,
  mind: () => '/mind',
  mindFile: (path: string) => `/mind?file=${encodeURIComponent(path)}`,
  memory: () => '/memory',
  tasks: () => '/tasks',
  task: (taskId: string) => `/tasks/${encodeURIComponent(taskId)}`,
  settings: (section?: SettingsSection) => (section ? `/settings/${section}` : '/settings'),
} as const;

export const settingsSections = [
  'models',
  'behaviour',
  'skills',
  'looks',
  'travel',
  'health',
] as const;
export type SettingsSection = (typeof settingsSections)[number];
