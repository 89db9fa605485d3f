/** `connectome pull`: lets Ollama download a model, and shows how far it is. */
import type { ModelPull } from '../../protocol/index.ts';
import { CallError, type Client } from '../client.ts';
import { homeFolder } from '../places.ts';
import { brainForCommand } from './brain-for-command.ts';
import { EXIT_DONE, EXIT_ERROR, UsageError } from './exit.ts';
import { printable, say } from './terminal.ts';

/** Where nobody watches, a line for every so many percent is enough. */
const STEP_PERCENT = 10;

export async function pull(name: string): Promise<number> {
  const at = name.lastIndexOf('@');
  const model = at === -1 ? name : name.slice(0, at);
  if (model.trim() === '') throw new UsageError('Name a model, such as qwen3:8b.');
  const brain = await brainForCommand(homeFolder());
  try {
    const provider = at === -1 ? await pullingProvider(brain.client) : name.slice(at + 1);
    if (provider === undefined) {
      say('No Ollama is set up here. Add it in Settings > Models, or say which: model@provider.');
      return EXIT_ERROR;
    }
    return await follow(brain.client, provider, model);
  } catch (thrown) {
    if (!(thrown instanceof CallError)) throw thrown;
    say(thrown.message);
    return EXIT_ERROR;
  } finally {
    await brain.stop();
  }
}

/** The first one of the cascade that is an Ollama. */
async function pullingProvider(client: Client): Promise<string | undefined> {
  const { providers, cascade } = await client.call('provider.list', {});
  const ollamas = providers.filter(({ kind }) => kind === 'ollama').map((one) => one.name);
  return cascade.find((one) => ollamas.includes(one)) ?? ollamas[0];
}

async function follow(client: Client, provider: string, model: string): Promise<number> {
  const ended = Promise.withResolvers<ModelPull>();
  const progress = createProgress(model);
  const told = (news: ModelPull): void => {
    if (news.provider !== provider || news.model !== model) return;
    if (news.state === 'running') progress.show(news);
    else ended.resolve(news);
  };
  client.onEvent((event) => {
    if (event.type === 'provider_pull') told(event);
  });
  client.onClosed(() => {
    const error = 'The connection to the brain was lost; the download ends with the brain.';
    ended.resolve({ provider, model, state: 'failed', status: '', completed: 0, error });
  });
  const cancel = (): void => {
    void client.call('provider.pullCancel', { provider, model }).catch(() => {
      // It has ended meanwhile; its last event says how.
    });
  };
  process.once('SIGINT', cancel);
  try {
    await client.call('events.subscribe', {});
    const { pull: first } = await client.call('provider.pull', { provider, model });
    told(first);
    const { state, error } = await ended.promise;
    progress.end();
    if (state === 'done') {
      say(`${model} is there. Use it with: connectome ask --model ${model}@${provider} "..."`);
      return EXIT_DONE;
    }
    say(
      state === 'cancelled'
        ? 'Stopped; what came so far is kept.'
        : printable(error ?? 'It failed.'),
    );
    return EXIT_ERROR;
  } finally {
    process.off('SIGINT', cancel);
  }
}

/** One line that is written over on a terminal; elsewhere a new one now and then. */
function createProgress(model: string) {
  const live = process.stderr.isTTY === true;
  let last = '';
  return {
    show({ status, completed, total }: ModelPull): void {
      const percent = total === undefined || total === 0 ? undefined : (completed / total) * 100;
      const done =
        percent === undefined ? '' : ` ${Math.floor(percent)} % of ${sizeOf(total ?? 0)}`;
      const line = `${model}: ${printable(status)}${done}`;
      if (live) {
        process.stderr.write(`\r\u001b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
        return;
      }
      const step = percent === undefined ? '' : Math.floor(percent / STEP_PERCENT);
      const key = `${status} ${step}`;
      if (key !== last) say(line);
      last = key;
    },
    end(): void {
      if (live) process.stderr.write('\r\u001b[K');
    },
  };
}

function sizeOf(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.ceil(bytes / 1e6)} MB`;
}
