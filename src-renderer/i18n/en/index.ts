/** English, the table that defines the keys, a file for each part of the window. Counts come as `.one` and `.other`. */
import { brain } from './brain.ts';
import { conversation } from './conversation.ts';
import { help } from './help.ts';
import { inspector } from './inspector.ts';
import { memory } from './memory.ts';
import { mind } from './mind.ts';
import { models } from './models.ts';
import { servers } from './servers.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { tasks } from './tasks.ts';
import { usage } from './usage.ts';
import { welcome } from './welcome.ts';
import { work } from './work.ts';

export const en = {
  ...shell,
  ...sessions,
  ...welcome,
  ...conversation,
  ...work,
  ...brain,
  ...inspector,
  ...mind,
  ...memory,
  ...usage,
  ...tasks,
  ...models,
  ...servers,
  ...settings,
  ...help,
} as const;

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;
