/** `connectome`, `connectome serve` and `connectome open`: getting a window on the brain. */
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../brain/shared/result.ts';
import { askForUrl, type UrlAnswer } from '../attach.ts';
import { startHeadless } from '../headless.ts';
import { hasDisplay, openInBrowser } from '../host-node.ts';
import { claimHome } from '../lock.ts';
import { homeFolder, program } from '../places.ts';
import { findDesktop, runDesktop } from './desktop.ts';
import { EXIT_DONE, EXIT_ERROR, untilSignalled } from './exit.ts';
import { say } from './terminal.ts';

const BUSY_RETRY_MS = 500;

export interface WhereOptions {
  readonly port?: number;
  readonly host?: string;
}

export interface StartOptions extends WhereOptions {
  readonly headless?: boolean;
  /** Try the desktop window again although it failed before. */
  readonly desktop?: boolean;
}

async function showUrl(url: string, lead: string): Promise<void> {
  process.stdout.write(`${lead}: ${url}\n`);
  if (!hasDisplay()) return;
  try {
    await openInBrowser(url);
  } catch (thrown) {
    // The URL is on the screen; opening it was a courtesy.
    say(`No browser could be opened: ${messageOf(thrown)}`);
  }
}

/** Runs the headless host until a signal ends it. */
async function host(options: WhereOptions, browser: boolean): Promise<number | 'live'> {
  const home = homeFolder();
  const claim = await claimHome(home);
  if (claim.kind === 'live') return 'live';
  if (claim.kind === 'silent') {
    say(`Another Connectome holds ${home} but does not answer. End it and try again.`);
    return EXIT_ERROR;
  }
  const signalled = untilSignalled();
  const started = await startHeadless({ home, claim, program: program(), ...options });
  if (!started.ok) {
    say(started.error);
    return EXIT_ERROR;
  }
  const url = started.value.oneTimeUrl();
  if (browser) await showUrl(url, 'Connectome');
  else process.stdout.write(`Connectome: ${url}\n`);
  say(`The link is good for one browser and ten minutes; "${openCommand()}" makes a new one.`);
  await signalled;
  await started.value.stop();
  return EXIT_DONE;
}

/** A brain that runs one command has no gateway; it is over soon. */
async function waitForUrl(home: string): Promise<Exclude<UrlAnswer, { kind: 'no_gateway' }>> {
  let told = false;
  for (;;) {
    const answer = await askForUrl(home);
    if (answer.kind !== 'no_gateway') return answer;
    if (!told) say('A command is using the brain; waiting for it to end...');
    told = true;
    await sleep(BUSY_RETRY_MS);
  }
}

/** Opens the agent: desktop window, else browser, else the URL on the terminal. */
export async function startAgent(options: StartOptions): Promise<number> {
  const isPlain = options.port === undefined && options.host === undefined;
  if (!options.headless && isPlain) {
    const desktop = await findDesktop({ retry: options.desktop ?? false, fetch: true });
    if (desktop.kind === 'binary') {
      const end = await runDesktop(desktop.path);
      if (end.kind === 'ended') return end.code;
      say(`The desktop window is not available: ${end.reason}. Opening it in the browser.`);
    } else if (hasDisplay()) {
      const again = desktop.retry ? ' (try again: npm start -- --desktop)' : '';
      say(
        `The desktop window is not available: ${desktop.reason}. Opening it in the browser${again}.`,
      );
    }
  }
  for (;;) {
    const result = await host(options, true);
    if (result !== 'live') return result;
    if (!isPlain) say('Connectome runs already; --port and --host have no effect on it.');
    const answer = await waitForUrl(homeFolder());
    if (answer.kind === 'url') {
      await showUrl(answer.url, 'Connectome runs already');
      return EXIT_DONE;
    }
  }
}

/** In a clone there is no `connectome` on the path. */
function openCommand(): string {
  return process.env.npm_lifecycle_event === 'start' ? 'npm start -- open' : 'connectome open';
}

export async function serve(options: WhereOptions): Promise<number> {
  const result = await host(options, false);
  if (result !== 'live') return result;
  say(`Connectome already serves ${homeFolder()}. "${openCommand()}" opens a window on it.`);
  return EXIT_ERROR;
}

export async function open(): Promise<number> {
  const answer = await waitForUrl(homeFolder());
  if (answer.kind === 'nobody') {
    say('Connectome is not running. Start it with "npm start" or "connectome serve".');
    return EXIT_ERROR;
  }
  await showUrl(answer.url, 'Connectome');
  return EXIT_DONE;
}
