/**
 * Settings and secrets: what the owner decides and what only the owner may know.
 *
 * Takes the files of the home; gives the settings in force and the keys of providers. Must always
 * hold: anything broken tightens and never loosens, no file of the owner is overwritten because it
 * could not be understood, and no secret ever stands in `config.json`.
 */
export { createSettings, type SettingsDeps, type SettingsFile } from './config-file.ts';
export type { CheckRule } from './evaluate.ts';
export { type Keyring, systemKeyring } from './keyring.ts';
export { createSecrets, type Secrets, type SecretsBackend, type SecretsDeps } from './secrets.ts';
export { secretsInConfig } from './secrets-in-config.ts';
