/** A home whose cascade is scripted model servers, and brains that live in it one after the other. */
import { join } from 'node:path';
import type { Brain } from '../../brain/brain.ts';
import { type Clock, systemClock } from '../../brain/shared/time.ts';
import type { FileOps } from '../../brain/storage/index.ts';
import type { ModelPrices } from '../../protocol/index.ts';
import { startTestBrain, testHost } from './brain-client.ts';
import { afterEveryTest } from './clean-up.ts';
import { type ModelServer, type Script, startModelServer } from './model-servers/index.ts';
import { providerOf } from './model-servers/provider.ts';
import { tempFolder } from './temp-home.ts';
import { testKeys, writeConfig } from './write-config.ts';

const brains: Brain[] = [];
const servers: ModelServer[] = [];
afterEveryTest(async () => {
  for (const brain of brains.splice(0)) await brain.stop();
  for (const server of servers.splice(0)) await server.close();
});

export async function scriptedModel(script: Script): Promise<ModelServer> {
  const model = await startModelServer({ kind: 'openai', script });
  servers.push(model);
  return model;
}

/** `more`: further keys of config.json. */
export async function modelHome(script: Script, more: Readonly<Record<string, unknown>> = {}) {
  const home = join(await tempFolder(), 'home');
  const model = await scriptedModel(script);
  const workingDir = await writeConfig(home, { first: model }, more);
  return { home, model, workingDir };
}

/** A home whose one model costs `prices`, and where a day may cost `limitUsd`. */
export async function pricedHome(
  model: ModelServer,
  limitUsd: number,
  prices: ModelPrices = { input: 10, output: 10 },
) {
  const home = join(await tempFolder(), 'home');
  const first = { ...providerOf(model), apiKeyEnv: 'TEST_KEY', prices: { '*': prices } };
  const limits = { spendPerDayUsd: limitUsd };
  const workingDir = await writeConfig(home, { first: model }, { providers: { first }, limits });
  return { home, workingDir };
}

/** Ended after the test, where the test does not end it itself. */
export async function startBrainIn(
  home: string,
  fileOps?: FileOps,
  clock: Clock = systemClock,
): Promise<Brain> {
  const files = fileOps === undefined ? {} : { fileOps };
  const brain = await startTestBrain(home, { host: testHost(testKeys), clock, ...files });
  brains.push(brain);
  return brain;
}
