/** Entry of the desktop app: thin on purpose. */
import { app } from 'electron';
import { runDesktopApp } from './electron/desktop-app.ts';
import { homeFolder, program } from './places.ts';

void runDesktopApp({ app, home: homeFolder(), program: program() });
