/** Catches tests that leave programs running and folders lying about: those of all files but the first did. */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isGone } from '../../support/processes.ts';
import { runNode } from '../../support/run-node.ts';
import { tempFolder } from '../../support/temp-home.ts';

let pid = 0;
let folder = '';

describe('what a test leaves behind', () => {
  it('is there while the test runs', async () => {
    folder = await tempFolder();
    const program = runNode('setInterval(() => {}, 1000); console.log("running");');
    await program.printed('running');
    pid = program.child.pid ?? 0;
    expect(existsSync(folder)).toBe(true);
    expect(await isGone(pid)).toBe(false);
  });

  it('is gone in the next', async () => {
    expect(pid).toBeGreaterThan(0);
    expect(await isGone(pid)).toBe(true);
    expect(existsSync(folder)).toBe(false);
  });
});
