/** The file `secrets`: its shape, and AES-256-GCM for what is in it. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { err, messageOf, ok, type Result } from '../shared/result.ts';

const SECRETS_VERSION = 1;

/**
 * `keys`: where the key of each `keyId` is: in the keyring (under the id), or right here, which
 * protects a value by nothing but the mode of the file. `entries`: by secret name; the name is
 * authenticated with the value, so that entries cannot be swapped.
 */
const secretsFile = z.object({
  version: z.literal(SECRETS_VERSION),
  keys: z.record(
    z.string(),
    z.discriminatedUnion('store', [
      z.object({ store: z.literal('keyring') }),
      z.object({ store: z.literal('file'), key: z.base64() }),
    ]),
  ),
  entries: z.record(
    z.string(),
    z.object({ keyId: z.string(), iv: z.base64(), tag: z.base64(), data: z.base64() }),
  ),
});
export type SecretsFile = z.infer<typeof secretsFile>;
export type SealedSecret = SecretsFile['entries'][string];

export const emptySecrets: SecretsFile = { version: SECRETS_VERSION, keys: {}, entries: {} };

export const KEY_BYTES = 32;
const IV_BYTES = 12;

export function newKey(): { readonly keyId: string; readonly key: Buffer } {
  return { keyId: `key-${randomBytes(9).toString('hex')}`, key: randomBytes(KEY_BYTES) };
}

export function parseSecrets(text: string): Result<SecretsFile> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    return err(`it is not JSON (${messageOf(thrown)})`);
  }
  if (typeof value === 'object' && value !== null && 'version' in value) {
    const { version } = value;
    if (typeof version === 'number' && version > SECRETS_VERSION) {
      return err(`it has version ${version}, this program knows up to ${SECRETS_VERSION}`);
    }
  }
  const parsed = secretsFile.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  return err(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'bad shape'}`);
}

function boundTo(name: string): Buffer {
  return Buffer.from(`connectome:secrets:v${SECRETS_VERSION}:${name}`);
}

export function seal(name: string, value: string, keyId: string, key: Buffer): SealedSecret {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(boundTo(name));
  const data = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return {
    keyId,
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/** Undefined when the key is wrong or anything was changed. */
export function unseal(name: string, sealed: SealedSecret, key: Buffer): string | undefined {
  try {
    const iv = Buffer.from(sealed.iv, 'base64');
    // A shortened tag would be easier to forge.
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
    decipher.setAAD(boundTo(name));
    decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
    const data = Buffer.from(sealed.data, 'base64');
    return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
  } catch {
    // Sealed with another key, or damaged.
    return undefined;
  }
}
