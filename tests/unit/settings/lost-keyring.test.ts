import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSecrets, type Keyring } from '../../../brain/settings/index.ts';
import type { HomePaths } from '../../../brain/shared/home.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { failNth } from '../../support/faulty-files.ts';
import { tempHome, testLog } from '../../support/mind-home.ts';

/** A keyring like the system's: it only keeps texts under names, and can be locked. */
function memoryKeyring() {
  const kept = new Map<string, string>();
  const state = { locked: false };
  const keyring: Keyring = {
    async get(account) {
      if (state.locked) throw new Error('the keyring is locked');
      return kept.get(account);
    },
    async set(account, value) {
      if (state.locked) throw new Error('the keyring is locked');
      kept.set(account, value);
    },
  };
  return { keyring, kept, state };
}

function open(paths: HomePaths, keyring: Keyring | null, storage = createStorage()) {
  const redactor = createRedactor();
  const secrets = createSecrets({ paths, storage, redactor, logger: testLog(), keyring });
  return { secrets, redactor };
}

const KEY = 'sk-very-secret-value-123';

describe('with a keyring', () => {
  it('a secret survives a restart, never stands in the file, and is known to the redactor', async () => {
    const paths = await tempHome();
    const { keyring } = memoryKeyring();
    expect(await open(paths, keyring).secrets.set('claude', KEY)).toEqual({
      ok: true,
      value: 'keyring',
    });
    const text = await readFile(paths.secrets, 'utf8');
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(Buffer.from(KEY).toString('base64'));
    expect((await stat(paths.secrets)).mode & 0o777).toBe(0o600);

    const again = open(paths, keyring);
    expect(await again.secrets.get('claude')).toBe(KEY);
    expect(again.secrets.backend().backend).toBe('keyring');
    expect(again.redactor.own(`key: ${KEY}`)).toBe('key: [secret:claude]');
  });

  it('another key in the keyring denies and says to enter the secret again', async () => {
    const paths = await tempHome();
    const { keyring, kept } = memoryKeyring();
    await open(paths, keyring).secrets.set('claude', KEY);
    for (const account of kept.keys()) kept.set(account, randomBytes(32).toString('base64'));
    const { secrets } = open(paths, keyring);
    expect(await secrets.get('claude')).toBeUndefined();
    expect(secrets.problem('claude')?.text).toContain('Enter it again');
    expect(secrets.names()).toEqual(['claude']);
    expect(secrets.backend().backend).toBe('environment');
    expect((await secrets.set('claude', 'entered-again')).ok).toBe(true);
    expect(await open(paths, keyring).secrets.get('claude')).toBe('entered-again');
  });

  it.each([
    ['a lost key', (kept: Map<string, string>) => kept.clear()],
    [
      'a key of the wrong length',
      (kept: Map<string, string>) => {
        for (const account of kept.keys()) kept.set(account, 'c2hvcnQ=');
      },
    ],
  ])('%s denies, and other secrets can still be set', async (_name, harm) => {
    const paths = await tempHome();
    const { keyring, kept } = memoryKeyring();
    await open(paths, keyring).secrets.set('claude', KEY);
    harm(kept);
    const { secrets } = open(paths, keyring);
    expect(await secrets.get('claude')).toBeUndefined();
    expect((await secrets.set('openai', 'another-value')).ok).toBe(true);
    expect(await open(paths, keyring).secrets.get('openai')).toBe('another-value');
    expect(secrets.names()).toContain('claude');
  });

  it('a value moved to another name is refused', async () => {
    const paths = await tempHome();
    const { keyring } = memoryKeyring();
    await open(paths, keyring).secrets.set('claude', KEY);
    const file = JSON.parse(await readFile(paths.secrets, 'utf8'));
    file.entries.attacker = file.entries.claude;
    await writeFile(paths.secrets, JSON.stringify(file));
    expect(await open(paths, keyring).secrets.get('attacker')).toBeUndefined();
  });

  it('a locked keyring does not lead to a second key, and unlocking helps without a restart', async () => {
    const paths = await tempHome();
    const { keyring, state } = memoryKeyring();
    await open(paths, keyring).secrets.set('claude', KEY);
    const before = await readFile(paths.secrets, 'utf8');
    state.locked = true;
    const { secrets } = open(paths, keyring);
    expect(await secrets.get('claude')).toBeUndefined();
    expect((await secrets.set('openai', 'another-value')).ok).toBe(false);
    expect(await readFile(paths.secrets, 'utf8')).toBe(before);
    state.locked = false;
    await secrets.load({ again: true });
    expect(await secrets.get('claude')).toBe(KEY);
  });

  it('deleting removes it from the disk', async () => {
    const paths = await tempHome();
    const { keyring } = memoryKeyring();
    const { secrets } = open(paths, keyring);
    await secrets.set('claude', KEY);
    expect(await secrets.delete('claude')).toEqual({ ok: true, value: true });
    expect(await secrets.delete('claude')).toEqual({ ok: true, value: false });
    expect(await open(paths, keyring).secrets.names()).toEqual([]);
  });
});

describe('without a keyring', () => {
  it('nothing is stored unless the owner chose the file, and the refusal says what to do', async () => {
    const paths = await tempHome();
    const { secrets } = open(paths, null);
    const refused = await secrets.set('claude', KEY);
    expect(refused).toMatchObject({
      ok: false,
      error: { text: expect.stringContaining('apiKeyEnv') },
    });
    await expect(readFile(paths.secrets)).rejects.toThrow('ENOENT');
    expect(secrets.backend().backend).toBe('environment');

    expect(await secrets.set('claude', KEY, { allowFile: true })).toEqual({
      ok: true,
      value: 'file',
    });
    expect((await stat(paths.secrets)).mode & 0o777).toBe(0o600);
    const again = open(paths, null).secrets;
    expect(await again.get('claude')).toBe(KEY);
    expect(again.backend().backend).toBe('file');
  });
});

describe('a file that cannot be understood', () => {
  it.each([
    ['torn', '{"version": 1, "keys": {'],
    ['newer', '{"version": 2, "entries": {}}'],
    ['of another shape', '{"version": 1, "keys": {}, "entries": {"a": 1}}'],
  ])('%s: is left as it is, and every access says so', async (_name, text) => {
    const paths = await tempHome();
    await writeFile(paths.secrets, text);
    const { secrets } = open(paths, memoryKeyring().keyring);
    expect(await secrets.get('a')).toBeUndefined();
    expect(secrets.problem('a')?.text).toContain('cannot be used');
    expect((await secrets.set('a', 'some-value', { allowFile: true })).ok).toBe(false);
    expect((await secrets.delete('a')).ok).toBe(false);
    expect(await readFile(paths.secrets, 'utf8')).toBe(text);
  });
});

it('the old or the new secret is there, whichever write fails', async () => {
  const paths = await tempHome();
  const { keyring } = memoryKeyring();
  for (let n = 1; n <= 4; n += 1) {
    await open(paths, keyring).secrets.set('claude', 'old-value');
    const failing = open(paths, keyring, createStorage(failNth(n))).secrets;
    expect((await failing.set('claude', 'new-value')).ok).toBe(false);
    expect(await failing.get('claude')).toBe('old-value');
    // The fourth step only forces the folder to the disk: the new file is there already.
    expect(await open(paths, keyring).secrets.get('claude')).toBe(
      n < 4 ? 'old-value' : 'new-value',
    );
  }
});

it('a file of this version stays readable (golden file)', async () => {
  const paths = await tempHome();
  const golden = join(import.meta.dirname, '..', '..', 'golden', 'secrets.json');
  await writeFile(paths.secrets, await readFile(golden));
  const { secrets } = open(paths, null);
  expect(await secrets.get('claude')).toBe('golden-secret-of-nobody');
  expect(secrets.names()).toEqual(['claude']);
});
