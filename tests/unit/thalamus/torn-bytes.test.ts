/**
 * Conversations as the servers really send them (tests/fixtures/wire, raw bytes, named after their
 * format): however the network tears them apart, the answer is the same.
 */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../brain/shared/model.ts';
import type { ScriptedAnswer } from '../../support/model-servers/index.ts';
import { serverKinds } from '../../support/model-servers/index.ts';
import { harness, readTool } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterAll(() => pool.closeAll());
const folder = new URL('../../fixtures/wire/', import.meta.url);

describe.each(readdirSync(folder))('%s', (file) => {
  const body = readFileSync(new URL(file, folder), 'utf8');
  const kind = serverKinds.find((one) => one === file.split('-')[0]) ?? 'openai';

  /** One server for all runs; each asks with fresh ids of its own. */
  function asking(): (splitBytes: ScriptedAnswer['splitBytes']) => Promise<Answer> {
    let splitBytes: ScriptedAnswer['splitBytes'];
    const server = pool.start({ kind, script: () => ({ body, splitBytes }) });
    return async (next) => {
      splitBytes = next;
      const { ask } = harness({ providers: { main: providerAt(await server) } });
      return ask({ tools: [readTool] });
    };
  }

  it('is understood', async () => {
    const answer = await asking()(undefined);
    expect(answer.failure).toBeUndefined();
    expect(answer).toMatchSnapshot();
  });

  it('gives the same answer wherever its bytes are torn (mangled characters, lost calls)', async () => {
    const ask = asking();
    const whole = await ask(undefined);
    expect(await ask(1)).toEqual(whole);
    const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(sizes, async (splits) => {
        expect(await ask(splits)).toEqual(whole);
      }),
      { numRuns: 12 },
    );
  });
});
