/** Starting with the owner's session: the system's own list, and on Linux the folder it reads. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';
import type { Storage } from '../../brain/storage/index.ts';

/** Started with the session: the window opens when it is asked for. */
export const QUIET_START = '--hidden';

export async function setOpenAtLogin(app: App, storage: Storage, wanted: boolean): Promise<void> {
  if (process.platform !== 'linux') {
    if (app.getLoginItemSettings().openAtLogin === wanted) return;
    app.setLoginItemSettings({ openAtLogin: wanted, args: [QUIET_START] });
    return;
  }
  const file = join(autostartFolder(process.env), 'connectome.desktop');
  // An AppImage runs from a place that is gone after it; the file itself is named in its environment.
  const program = process.env.APPIMAGE ?? process.execPath;
  if (wanted) await storage.write(file, desktopEntry(program), 0o644);
  else await storage.remove(file);
}

function autostartFolder(environment: NodeJS.ProcessEnv): string {
  return join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart');
}

/** A path in quotes, as the Desktop Entry Specification wants its arguments. */
export function desktopEntry(program: string): string {
  // Twice: once for the string of the file, once for the argument in it; "%" begins a field code.
  const quoted = program
    .replace(/[\\"`$]/g, (sign) => (sign === '\\' ? '\\\\\\\\' : `\\\\${sign}`))
    .replaceAll('%', '%%');
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Connectome',
    `Exec="${quoted}" ${QUIET_START}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
