/** `connectome doctor`: what works, what does not, and what to do about it. */
import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../brain/shared/result.ts';
import type { Health } from '../../protocol/index.ts';
import { homeFolder, program } from '../places.ts';
import { brainForCommand, type CommandBrain } from './brain-for-command.ts';
import { findDesktop } from './desktop.ts';
import { EXIT_DONE, EXIT_ERROR } from './exit.ts';
import { printable } from './terminal.ts';

const WANTED_NODE_MAJOR = 24;

export interface Finding {
  readonly state: 'ok' | 'note' | 'bad';
  readonly area: string;
  readonly text: string;
  /** What to do. */
  readonly advice?: string;
}

function runtime(): Finding {
  const version = process.versions.node;
  const isWanted = Number(version.split('.')[0]) >= WANTED_NODE_MAJOR;
  return {
    state: isWanted ? 'ok' : 'note',
    area: 'runtime',
    text: `Node ${version} (${process.platform} ${process.arch})`,
    advice: isWanted
      ? undefined
      : `Node ${WANTED_NODE_MAJOR} is what Connectome is tested on; run "npm ci".`,
  };
}

async function homeFinding(home: string): Promise<Finding> {
  if (!existsSync(home))
    return { state: 'ok', area: 'home', text: `${home} (made at first start)` };
  try {
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK);
    return { state: 'ok', area: 'home', text: home };
  } catch {
    return {
      state: 'bad',
      area: 'home',
      text: `${home} cannot be written`,
      advice: 'Make it yours (chown, chmod 700), or name another folder in CONNECTOME_HOME.',
    };
  }
}

async function windowFinding(): Promise<Finding> {
  const { renderer } = program();
  if (!existsSync(join(renderer, 'index.html'))) {
    return {
      state: 'bad',
      area: 'window',
      text: 'the window is not built',
      advice: 'Run "npm run build".',
    };
  }
  const desktop = await findDesktop({ retry: false, fetch: false });
  return desktop.kind === 'binary'
    ? { state: 'ok', area: 'window', text: 'desktop' }
    : {
        state: 'ok',
        area: 'window',
        text: `in the browser (no desktop window: ${desktop.reason})`,
      };
}

/** What the brain says about itself, as findings. */
function healthFindings(health: Health, own: boolean): readonly Finding[] {
  const { index, providers, sandbox, secrets, config, online } = health;
  const isUsable = providers.some(({ state, kind }) => state === 'ready' && kind !== 'reflex');
  return [
    {
      state: 'ok',
      area: 'brain',
      text: own
        ? `starts (version ${health.version})`
        : `runs (version ${health.version}, ${health.host}, pid ${health.pid})`,
    },
    ...config.map(({ path, message, line, severity }): Finding => {
      const place = line === undefined ? '' : ` (line ${line})`;
      return {
        state: severity === 'error' ? 'bad' : 'note',
        area: 'config',
        text: `${path}: ${message}${place}`,
        advice: `Mend ${join(health.home, 'config.json')}; it is read again at once.`,
      };
    }),
    {
      state: index.state === 'broken' ? 'bad' : 'ok',
      area: 'index',
      text: `${index.state}, ${index.documents} documents`,
      advice:
        index.state === 'broken'
          ? `Delete ${join(health.home, 'workspace', 'cortex', 'index.db')}; it is rebuilt.`
          : undefined,
    },
    { state: online ? 'ok' : 'note', area: 'network', text: online ? 'up' : 'no network is up' },
    ...providers.map(
      ({ name, state, message }): Finding => ({
        state: state === 'ready' ? 'ok' : 'note',
        area: 'provider',
        text: `${name}: ${state}. ${message}`,
      }),
    ),
    ...(isUsable
      ? []
      : [
          {
            state: 'note',
            area: 'provider',
            text: 'no language model is ready; the built-in reflexes answer',
            advice: 'Set a key (for example ANTHROPIC_API_KEY) or start Ollama.',
          } satisfies Finding,
        ]),
    { state: 'ok', area: 'secrets', text: `${secrets.backend}. ${secrets.message}` },
    { state: sandbox.available ? 'ok' : 'note', area: 'sandbox', text: sandbox.message },
  ];
}

const marks: Readonly<Record<Finding['state'], string>> = { ok: 'ok  ', note: 'note', bad: 'BAD ' };

export async function doctor(): Promise<number> {
  const findings: Finding[] = [];
  const tell = (finding: Finding): void => {
    findings.push(finding);
    const { state, area, text, advice } = finding;
    process.stdout.write(`${marks[state]}  ${area.padEnd(9)} ${printable(text)}\n`);
    if (advice !== undefined) process.stdout.write(`${' '.repeat(16)}-> ${printable(advice)}\n`);
  };

  const home = homeFolder();
  tell(runtime());
  tell(await homeFinding(home));
  tell(await windowFinding());
  let brain: CommandBrain | undefined;
  try {
    brain = await brainForCommand(home);
    const health = await brain.client.call('health.get', {});
    for (const finding of healthFindings(health, brain.own)) tell(finding);
  } catch (thrown) {
    tell({
      state: 'bad',
      area: 'brain',
      text: messageOf(thrown),
      advice: `See ${join(home, 'logs', 'connectome.log')}.`,
    });
  } finally {
    await brain?.stop();
  }
  return findings.some(({ state }) => state === 'bad') ? EXIT_ERROR : EXIT_DONE;
}
