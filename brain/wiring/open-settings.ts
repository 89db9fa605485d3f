/** The settings and the secrets, opened before all that uses them; from then on the redactor knows them. */
import type { Config } from '../../protocol/index.ts';
import { ruleProblem } from '../amygdala/index.ts';
import type { Corpus } from '../regions.ts';
import type { Parts } from '../rpc/parts.ts';
import {
  createSecrets,
  createSettings,
  type Keyring,
  type Secrets,
  type SettingsFile,
  secretsInConfig,
} from '../settings/index.ts';
import type { CommonDeps } from './common-deps.ts';

export interface OpenSettingsDeps extends CommonDeps {
  readonly keyring: Keyring | null | undefined;
  readonly corpus: Corpus;
  readonly announce: Parts['announce'];
}

export async function openSettings({
  keyring,
  corpus,
  announce,
  ...common
}: OpenSettingsDeps): Promise<{ readonly settings: SettingsFile; readonly secrets: Secrets }> {
  const settings = createSettings({
    ...common,
    checkRule: ruleProblem,
    onProblems: (problems) => {
      announce({ type: 'config', problems: [...problems] });
      corpus.emit('config.changed', { problems: problems.length });
    },
  });
  await settings.start();
  const learnConfig = (config: Config): void => {
    for (const [name, value] of secretsInConfig(config)) common.redactor.add(name, value);
  };
  learnConfig(settings.get());
  settings.onChange(learnConfig);
  const secrets = createSecrets({ ...common, ...(keyring === undefined ? {} : { keyring }) });
  // Early, so that the redactor knows every stored key; not waited for, since a keyring may ask first.
  void secrets.load();
  return { settings, secrets };
}
