/**
 * What the methods are handed, put together from the regions: apart from `brain.ts`, which only
 * builds these, so that what is made up for the methods alone (the state of health, the problem
 * report, the default folder) does not stand between the regions.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import type { Health } from '../../protocol/index.ts';
import { PROTOCOL_VERSION } from '../../protocol/index.ts';
import type { Parts } from '../rpc/parts.ts';
import type { Host } from '../shared/host.ts';
import { checkWorkingDir, expandHome } from '../shared/paths.ts';
import { say, spoken } from '../shared/say.ts';
import { isoLocal } from '../shared/time.ts';
import type { CommonDeps } from './common-deps.ts';
import { problemReport, readLogEnd } from './problem-report.ts';
import { createTravellingMind } from './travelling-mind.ts';

type Made =
  | 'archives'
  | 'checkWorkingDir'
  | 'configPath'
  | 'defaultWorkingDir'
  | 'health'
  | 'report';

export function createParts(
  given: Omit<Parts, Made> &
    CommonDeps & {
      readonly host: Pick<Host, 'kind' | 'isOnline'>;
      readonly version: string;
      /** When the brain was started, by `performance.now()`. */
      readonly startedAt: number;
    },
): Parts {
  const { paths, storage, settings, cerebellum, clock, host, version } = given;
  const places = { homeRoot: paths.root, userHome: homedir() };

  async function defaultWorkingDir(): Promise<string> {
    const folder = expandHome(settings.get().workingDir, places.userHome);
    // Nearly always it is: then no message waits for a thread of the pool.
    if (!existsSync(folder)) await storage.makeFolder(folder);
    return folder;
  }

  async function sandboxHealth(): Promise<Health['sandbox']> {
    const { available, message, said } = await cerebellum.sandbox();
    if (settings.get().sandbox.enabled) return { available, message, said };
    return {
      available: false,
      ...spoken({ message: say('sandbox.switchedOff') }),
    };
  }

  async function health(): Promise<Health> {
    return {
      version,
      protocol: PROTOCOL_VERSION,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      host: host.kind,
      home: paths.root,
      pid: process.pid,
      epoch: given.epoch,
      uptimeMs: Math.round(performance.now() - given.startedAt),
      online: host.isOnline(),
      index: given.cortex.state(),
      providers: [...(await given.thalamus.list())],
      sandbox: await sandboxHealth(),
      secrets: given.secrets.backend(),
      config: [...settings.problems()],
    };
  }

  return {
    ...given,
    archives: createTravellingMind({ ...given, places, defaultWorkingDir }),
    configPath: paths.config,
    checkWorkingDir: (path) => checkWorkingDir(path, places),
    defaultWorkingDir,
    health,
    async report() {
      const at = isoLocal(clock.now());
      const text = problemReport({
        health: await health(),
        config: settings.get(),
        log: await readLogEnd(paths.logs),
        at,
        redact: given.redactor.all,
      });
      return { name: `connectome-report-${at.slice(0, 10)}.md`, text };
    },
  };
}
