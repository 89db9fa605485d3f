/**
 * macOS has another sandbox, and no test runs in it here. What can be told anywhere: that the profile made for
 * it closes and opens what it was given, also where a path has characters that mean something there.
 */
import { wrapCommandWithSandboxMacOS } from '@anthropic-ai/sandbox-runtime/dist/sandbox/macos-sandbox-utils.js';
import { expect, it } from 'vitest';
import type { Profile } from '../../../brain/cerebellum/sandbox/profile.ts';
import { refuseWildcards } from '../../../brain/cerebellum/sandbox/seatbelt.ts';

const profile: Profile = {
  denyRead: ['/Users/a/.ssh'],
  allowRead: ['/Users/a/.ssh/known_hosts'],
  allowWrite: ['/Users/a/w o"rk)(allow default)'],
  denyWrite: ['/Users/a/project/.git/hooks'],
};

it('the profile closes what is closed, last word, and a name cannot leave its quotes', () => {
  const line = wrapCommandWithSandboxMacOS({
    command: 'true',
    commandId: 'command',
    needsNetworkRestriction: true,
    readConfig: { denyOnly: [...profile.denyRead], allowWithinDeny: [...profile.allowRead] },
    writeConfig: {
      allowOnly: [...profile.allowWrite],
      denyWithinAllow: [...profile.denyWrite],
    },
    binShell: 'sh',
    gitSafeDirectories: [],
  });
  expect(line).toContain('(deny default');
  const at = (text: string): number => {
    const found = line.indexOf(text);
    expect(found, text).toBeGreaterThan(-1);
    return found;
  };
  const closed = at('(deny file-read*\n  (subpath "/Users/a/.ssh")');
  expect(at('(subpath "/Users/a/.ssh/known_hosts")')).toBeGreaterThan(closed);
  const open = at('(allow file-write*\n  (subpath "/Users/a/w o\\"rk)(allow default)")');
  expect(at('(deny file-write*\n  (subpath "/Users/a/project/.git/hooks")')).toBeGreaterThan(open);
  expect(line).not.toMatch(/\(allow network\*|\(allow file-write\*\)/);
});

it('a name with wildcards in it is refused, wherever it stands', () => {
  expect(() => refuseWildcards(profile)).not.toThrow();
  for (const key of ['denyRead', 'allowRead', 'allowWrite', 'denyWrite'] as const) {
    for (const path of ['/Users/a/w*', '/Users/a/[slug]/.aws', '/Users/a/what?']) {
      expect(() => refuseWildcards({ ...profile, [key]: [path] }), path).toThrow(/wildcards/);
    }
  }
});
