/**
 * Provider keys and other secrets of the owner, in the file `secrets`, encrypted under a key that
 * the operating system's keyring holds.
 *
 * Must always hold: a secret that cannot be decrypted does not exist (and its owner is told to enter
 * it again); a file that cannot be understood is never overwritten; without a keyring nothing is
 * stored unless the owner chose the file; every value that was read is known to the redactor.
 */
import type { HomePaths } from '../shared/home.ts';
import type { Logger } from '../shared/log.ts';
import type { Redactor } from '../shared/redact.ts';
import { err, messageOf, ok, type Result } from '../shared/result.ts';
import { joined, type Sentence, type Spoken, say, spoken, verbatim } from '../shared/say.ts';
import { sentenceOfThrown } from '../shared/told-error.ts';
import type { Storage } from '../storage/index.ts';
import { type Keyring, systemKeyring } from './keyring.ts';
import {
  emptySecrets,
  KEY_BYTES,
  newKey,
  parseSecrets,
  type SecretsFile,
  seal,
  unseal,
} from './secret-box.ts';

export interface SecretsDeps {
  readonly paths: Pick<HomePaths, 'secrets'>;
  readonly storage: Storage;
  readonly redactor: Redactor;
  readonly logger: Logger;
  /** The system's own where absent; `null`: there is none. */
  readonly keyring?: Keyring | null;
}

/** `message`: one sentence for people. */
export interface SecretsBackend extends Spoken<'message'> {
  readonly backend: 'keyring' | 'file' | 'environment';
}

export interface Secrets {
  /**
   * Reads and decrypts everything, so that the redactor knows it. `get` waits for it by itself.
   * `again`: also when that was done before (the owner may have unlocked the keyring since).
   */
  load(options?: { readonly again?: boolean }): Promise<void>;
  /** Undefined when it was never set or cannot be decrypted; `problem` tells which. */
  get(name: string): Promise<string | undefined>;
  /** Why a secret that was set cannot be used, as a sentence for people. */
  problem(name: string): Sentence | undefined;
  set(
    name: string,
    value: string,
    options?: { readonly allowFile?: boolean },
  ): Promise<Result<'keyring' | 'file', Sentence>>;
  /** `false` when there was none. */
  delete(name: string): Promise<Result<boolean, Sentence>>;
  /** Names of all secrets on the disk, also of those that cannot be decrypted. */
  names(): readonly string[];
  backend(): SecretsBackend;
}

export function createSecrets(deps: SecretsDeps): Secrets {
  const { paths, storage, redactor, logger } = deps;
  const keyring = deps.keyring === undefined ? systemKeyring() : deps.keyring;
  const values = new Map<string, string>();
  const problems = new Map<string, Sentence>();
  const keys = new Map<string, Buffer>();
  let file: SecretsFile = emptySecrets;
  let fileProblem: Sentence | undefined;
  let keyringProblem: string | undefined;
  let loading: Promise<void> | undefined;

  async function readFile(): Promise<SecretsFile> {
    const text = await storage.read(paths.secrets);
    if (text === undefined) return emptySecrets;
    const parsed = parseSecrets(text);
    if (!parsed.ok) throw new Error(parsed.error);
    return parsed.value;
  }

  async function fromKeyring(account: string): Promise<Buffer | undefined> {
    if (keyring === null) {
      keyringProblem = 'this machine has none';
      return undefined;
    }
    try {
      const found = await keyring.get(account);
      keyringProblem = undefined;
      const key = Buffer.from(found ?? '', 'base64');
      return key.length === KEY_BYTES ? key : undefined;
    } catch (thrown) {
      keyringProblem = messageOf(thrown);
      return undefined;
    }
  }

  async function keyOf(from: SecretsFile, keyId: string): Promise<Buffer | undefined> {
    const known = keys.get(keyId);
    if (known !== undefined) return known;
    const place = from.keys[keyId];
    const key =
      place?.store === 'file' ? Buffer.from(place.key, 'base64') : await fromKeyring(keyId);
    if (key !== undefined) keys.set(keyId, key);
    return key;
  }

  function learn(name: string, value: string): void {
    values.set(name, value);
    problems.delete(name);
    redactor.add(name, value);
  }

  async function loadAll(): Promise<void> {
    try {
      fileProblem = undefined;
      file = await readFile();
    } catch (thrown) {
      fileProblem = say('secrets.fileBroken', { why: messageOf(thrown) });
      logger.error('the secrets could not be read', { reason: fileProblem.text });
      return;
    }
    // Also asked where nothing is stored yet, so that `backend` can say what will happen.
    if (Object.keys(file.keys).length === 0) await fromKeyring('probe');
    for (const [name, sealed] of Object.entries(file.entries)) {
      const key = await keyOf(file, sealed.keyId);
      const value = key === undefined ? undefined : unseal(name, sealed, key);
      if (value !== undefined) {
        learn(name, value);
        continue;
      }
      const reason =
        key !== undefined
          ? 'it does not fit its key'
          : keyringProblem === undefined
            ? 'its key is no longer in the keyring'
            : `the keyring cannot be used (${keyringProblem})`;
      problems.set(name, say('secrets.undecipherable', { name, why: reason }));
      logger.warn('a secret cannot be decrypted', { name, reason });
    }
  }

  function load(options?: { readonly again?: boolean }): Promise<void> {
    if (loading === undefined) loading = loadAll();
    else if (options?.again === true) loading = loading.then(loadAll);
    return loading;
  }

  /** A key to encrypt with: one that works already, else a new one in the best place allowed. */
  async function keyForWriting(
    current: SecretsFile,
    allowFile: boolean,
  ): Promise<
    Result<{ readonly file: SecretsFile; readonly keyId: string; readonly key: Buffer }, Sentence>
  > {
    for (const store of ['keyring', 'file'] as const) {
      if (store === 'file' && !allowFile) break;
      for (const [keyId, place] of Object.entries(current.keys)) {
        if (place.store !== store) continue;
        const key = await keyOf(current, keyId);
        if (key !== undefined) return ok({ file: current, keyId, key });
      }
      const fresh = newKey();
      if (store === 'keyring' && !(await putIntoKeyring(fresh.keyId, fresh.key))) continue;
      keys.set(fresh.keyId, fresh.key);
      const place = store === 'keyring' ? { store } : { store, key: fresh.key.toString('base64') };
      const next = { ...current, keys: { ...current.keys, [fresh.keyId]: place } };
      return ok({ file: next, ...fresh });
    }
    // What the keyring's library said is for the log: it tells its owner nothing.
    if (keyringProblem !== undefined) logger.warn('no keyring', { reason: keyringProblem });
    return err(say('secrets.noKeyring'));
  }

  async function putIntoKeyring(keyId: string, key: Buffer): Promise<boolean> {
    if (keyring === null) return false;
    try {
      await keyring.set(keyId, key.toString('base64'));
      // Only a key that comes back may encrypt anything.
      const back = await keyring.get(keyId);
      keyringProblem = back === undefined ? 'it did not keep the key' : undefined;
      return back === key.toString('base64');
    } catch (thrown) {
      keyringProblem = messageOf(thrown);
      return false;
    }
  }

  /** Changes the file inside its queue; a key in the file goes with the last entry it was for. */
  async function change(edit: (current: SecretsFile) => SecretsFile): Promise<void> {
    let changed = file;
    await storage.update(paths.secrets, async () => {
      const next = edit(await readFile());
      const used = new Set(Object.values(next.entries).map((entry) => entry.keyId));
      const kept = Object.entries(next.keys).filter(
        ([keyId, place]) => place.store === 'keyring' || used.has(keyId),
      );
      changed = { ...next, keys: Object.fromEntries(kept) };
      return `${JSON.stringify(changed, null, 2)}\n`;
    });
    file = changed;
  }

  return {
    load,
    async get(name) {
      await load();
      return values.get(name);
    },
    problem: (name) => fileProblem ?? problems.get(name),
    async set(name, value, options) {
      await load();
      if (fileProblem !== undefined) return err(fileProblem);
      try {
        const chosen = await keyForWriting(file, options?.allowFile ?? false);
        if (!chosen.ok) return chosen;
        const { keyId, key } = chosen.value;
        const place = chosen.value.file.keys[keyId];
        if (place === undefined) return err(verbatim('the key has no place'));
        await change((current) => ({
          ...current,
          keys: { ...current.keys, [keyId]: place },
          entries: { ...current.entries, [name]: seal(name, value, keyId, key) },
        }));
        learn(name, value);
        return ok(place.store);
      } catch (thrown) {
        return err(sentenceOfThrown(thrown));
      }
    },
    async delete(name) {
      await load();
      if (fileProblem !== undefined) return err(fileProblem);
      if (!Object.hasOwn(file.entries, name)) return ok(false);
      try {
        await change((current) => {
          const { [name]: _, ...entries } = current.entries;
          return { ...current, entries };
        });
        values.delete(name);
        problems.delete(name);
        return ok(true);
      } catch (thrown) {
        return err(sentenceOfThrown(thrown));
      }
    },
    names: () => Object.keys(file.entries),
    backend() {
      if (fileProblem !== undefined)
        return { backend: 'environment', ...spoken({ message: fileProblem }) };
      const unreadable = [...problems.values()];
      if (unreadable.length > 0) {
        return { backend: 'environment', ...spoken({ message: joined(unreadable) }) };
      }
      const stores = new Set(Object.values(file.keys).map((place) => place.store));
      if (stores.has('file')) {
        return { backend: 'file', ...spoken({ message: say('secrets.inFile') }) };
      }
      if (loading === undefined) {
        return { backend: 'environment', ...spoken({ message: say('secrets.notRead') }) };
      }
      return keyring !== null && keyringProblem === undefined
        ? { backend: 'keyring', ...spoken({ message: say('secrets.inKeyring') }) }
        : { backend: 'environment', ...spoken({ message: say('secrets.noKeyring') }) };
    },
  };
}
