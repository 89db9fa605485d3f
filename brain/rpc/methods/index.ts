/** Every method of the protocol; the type says when one is missing. */
import type { Methods } from '../dispatcher.ts';
import type { Parts } from '../parts.ts';
import { archiveMethods } from './archive.ts';
import { chatMethods } from './chat.ts';
import { mindMethods } from './mind.ts';
import { permissionMethods } from './permissions.ts';
import { serverMethods } from './servers.ts';
import { sessionMethods } from './sessions.ts';
import { settingsMethods } from './settings.ts';
import { skillMethods } from './skills.ts';
import { undoMethods } from './undo.ts';
import { usageMethods } from './usage.ts';
import { whyMethods } from './why.ts';

export function allMethods(parts: Parts): Methods {
  return {
    ...archiveMethods(parts),
    ...chatMethods(parts),
    ...permissionMethods(parts),
    ...sessionMethods(parts),
    ...mindMethods(parts),
    ...serverMethods(parts),
    ...settingsMethods(parts),
    ...skillMethods(parts),
    ...undoMethods(parts),
    ...usageMethods(parts),
    ...whyMethods(parts),
  };
}
