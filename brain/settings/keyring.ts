/** The operating system's keyring, where there is one that survives a restart. */
export interface Keyring {
  /** Undefined: it has nothing under this name. Rejects when it cannot be used. */
  get(account: string): Promise<string | undefined>;
  set(account: string, value: string): Promise<void>;
}

const SERVICE = 'connectome';
/** An owner may have to type a password; an absent one must not hold up the brain for ever. */
const PATIENCE_MS = 120_000;

/**
 * The real keyring. The module is loaded on first use, since it costs time and may be missing. On
 * Linux only the Secret Service counts: the module would otherwise fall back to the kernel's
 * keyring, which forgets everything when the machine restarts.
 */
export function systemKeyring(): Keyring {
  async function entry(account: string) {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry(SERVICE, account, { linux: { store: 'secret-service' } });
  }
  return {
    async get(account) {
      const found = await (await entry(account)).getPassword(AbortSignal.timeout(PATIENCE_MS));
      return found ?? undefined;
    },
    async set(account, value) {
      await (await entry(account)).setPassword(value, AbortSignal.timeout(PATIENCE_MS));
    },
  };
}
