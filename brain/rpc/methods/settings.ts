import { homedir } from 'node:os';
import { say } from '../../shared/say.ts';
import type { Methods } from '../dispatcher.ts';
import { fail } from '../errors.ts';
import type { Parts } from '../parts.ts';

type SettingsMethods = Pick<
  Methods,
  | 'provider.list'
  | 'provider.test'
  | 'provider.find'
  | 'provider.pull'
  | 'provider.pullCancel'
  | 'config.get'
  | 'config.update'
  | 'secret.set'
  | 'secret.delete'
  | 'health.get'
  | 'health.report'
  | 'gateway.code'
>;

export function settingsMethods(parts: Parts): SettingsMethods {
  const { thalamus, settings, secrets } = parts;
  return {
    async 'provider.list'() {
      return {
        providers: [...(await thalamus.list())],
        cascade: [...settings.get().cascade],
        pulls: [...thalamus.pulls.list()],
      };
    },
    async 'provider.test'({ provider }) {
      if (settings.get().providers[provider] === undefined && provider !== 'reflex') {
        fail('not_found', say('none.provider', { name: provider }));
      }
      // The owner may have unlocked the keyring since the start.
      await secrets.load({ again: true });
      return thalamus.test(provider);
    },
    'provider.pull'({ provider, model }) {
      const started = thalamus.pulls.start(provider, model);
      if (started.ok) return { pull: started.value };
      return started.error === 'not_found'
        ? fail('not_found', say('none.provider', { name: provider }))
        : fail('denied', say('answer.noDownloads', { provider }));
    },
    'provider.pullCancel': ({ provider, model }) => ({
      cancelled: thalamus.pulls.cancel(provider, model),
    }),
    async 'provider.find'() {
      const found = await thalamus.find();
      return { found: found.map((server) => ({ ...server, models: [...server.models] })) };
    },
    'config.get': () => ({
      userHome: homedir(),
      config: settings.get(),
      problems: [...settings.problems()],
      path: parts.configPath,
    }),
    async 'config.update'({ patch }) {
      const updated = await settings.update(patch);
      return updated.ok ? { config: updated.value } : fail('denied', updated.error);
    },
    async 'secret.set'({ name, value, allowFile }) {
      const stored = await secrets.set(name, value, { allowFile: allowFile ?? false });
      if (!stored.ok) return fail('unavailable', stored.error);
      thalamus.forget(name);
      return { backend: stored.value };
    },
    async 'secret.delete'({ name }) {
      const deleted = await secrets.delete(name);
      thalamus.forget(name);
      return deleted.ok ? { deleted: deleted.value } : fail('unavailable', deleted.error);
    },
    'health.get': () => parts.health(),
    'health.report': () => parts.report(),
    async 'gateway.code'(_params, client) {
      // A page that already is a window must not be able to make more of itself.
      if (client.kind === 'websocket') fail('denied', say('answer.codeElsewhere'));
      const url = await parts.gatewayUrl();
      return { url: url ?? fail('unavailable', say('answer.noBrowser')) };
    },
  };
}
