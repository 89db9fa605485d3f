/** Stores a pasted key; where the system has no keyring, its owner must choose the file himself. */
import { useState } from 'react';
import { useI18n } from '../i18n/index.ts';
import { notify } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';

export interface KeyStore {
  /** Why a file is needed, in words; empty when it is not. */
  readonly needsFile: string;
  /** True when the key is stored. */
  store(name: string, value: string, allowFile: boolean): Promise<boolean>;
}

export function useKeyStore(): KeyStore {
  const { t } = useI18n();
  const [needsFile, setNeedsFile] = useState('');
  return {
    needsFile,
    async store(name, value, allowFile) {
      try {
        const { backend } = await call('secret.set', {
          name,
          value: value.trim(),
          ...(allowFile ? { allowFile } : {}),
        });
        setNeedsFile('');
        notify(t(backend === 'keyring' ? 'models.keyInKeyring' : 'models.keyInFile'));
        return true;
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        if (error.reason === 'unavailable' && !allowFile) setNeedsFile(t('models.noKeyring'));
        else notify(error.message, 'bad');
        return false;
      }
    },
  };
}
