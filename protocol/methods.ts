/**
 * Every method of the brain: what goes in and what comes out. The dispatcher validates requests
 * against `params`; windows and the command line derive their types from the same table.
 */
import { z } from 'zod';
import { chatMethods } from './methods/chat.ts';
import { mindMethods } from './methods/mind.ts';
import { empty } from './methods/parts.ts';
import { recordMethods } from './methods/records.ts';
import { serverMethods } from './methods/servers.ts';
import { sessionMethods } from './methods/sessions.ts';
import { settingsMethods } from './methods/settings.ts';
import { skillMethods } from './methods/skills.ts';
import { transferMethods } from './methods/transfers.ts';
import { health } from './program.ts';

export const methods = {
  ...chatMethods,
  ...sessionMethods,
  ...recordMethods,
  ...mindMethods,
  ...settingsMethods,
  ...transferMethods,
  ...skillMethods,
  ...serverMethods,

  'health.get': { params: empty, result: health },
  /** What helps to find a fault, masked; for its owner to read before anything is done with it. */
  'health.report': { params: empty, result: z.object({ name: z.string(), text: z.string() }) },
  /** A one-time code for the browser (ten minutes, once). Refused on the WebSocket. */
  'gateway.code': { params: empty, result: z.object({ url: z.string() }) },
} as const;

export type MethodName = keyof typeof methods;
export type ParamsOf<M extends MethodName> = z.input<(typeof methods)[M]['params']>;
export type ParsedParamsOf<M extends MethodName> = z.output<(typeof methods)[M]['params']>;
export type ResultOf<M extends MethodName> = z.infer<(typeof methods)[M]['result']>;
