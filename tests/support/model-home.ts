/** A home whose cascade is scripted model servers, and brains that live in it one after the other. */
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { Brain } from '../../brain/brain.ts';
import type { FileOps } from '../../brain/storage/index.ts';
import { startTestBrain, testHost } from './brain-client.ts';
import { type ModelServer, type Script, startModelServer } from './model-servers/index.ts';
import { tempFolder } from './temp-home.ts';
import { testKeys, writeConfig } from './write-config.ts';

const brains: Brain[] = [];
const servers: ModelServer[] = [];
afterEach(async () => {
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

/** Ended after the test, where the test does not end it itself. */
export async function startBrainIn(home: string, fileOps?: FileOps): Promise<Brain> {
  const options = { host: testHost(testKeys), ...(fileOps === undefined ? {} : { fileOps }) };
  const brain = await startTestBrain(home, options);
  brains.push(brain);
  return brain;
}
