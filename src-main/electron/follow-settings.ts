/** What of the owner's settings concerns the desktop, now and after each change. */
import type { DesktopConfig } from '../../protocol/index.ts';
import { CallError, createClient, localPipe } from '../client.ts';
import type { PipeDispatcher } from '../pipes.ts';

export interface DesktopSettings extends DesktopConfig {
  readonly language: string;
}

/** Asks the brain as any window would, wherever it lives. Returns the function that ends it. */
export function followSettings(
  dispatcher: PipeDispatcher,
  onSettings: (settings: DesktopSettings) => void,
): () => void {
  const client = createClient(localPipe(dispatcher));
  async function read(): Promise<void> {
    const { config } = await client.call('config.get', {});
    onSettings({ ...config.desktop, language: config.ui.language });
  }
  function quietly(work: Promise<unknown>): void {
    work.catch((thrown: unknown) => {
      // The brain has ended; the desktop ends or starts anew with it.
      if (!(thrown instanceof CallError)) throw thrown;
    });
  }
  client.onEvent((event) => {
    if ('scope' in event && event.type === 'config') quietly(read());
  });
  quietly(client.call('events.subscribe', {}).then(read));
  return () => client.close();
}
