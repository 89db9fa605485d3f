/** The brain a command talks to: the one that lives in the home, else one for this command. */
import { attach } from '../attach.ts';
import { type Client, createClient, localPipe } from '../client.ts';
import { createNodeHost } from '../host-node.ts';
import { claimHome } from '../lock.ts';
import { startOwnBrain } from '../own-brain.ts';
import { program } from '../places.ts';

export interface CommandBrain {
  readonly client: Client;
  /** This process runs the brain itself. */
  readonly own: boolean;
  stop(): Promise<void>;
}

export async function brainForCommand(home: string): Promise<CommandBrain> {
  const live = await attach(home);
  if (live !== undefined) return { client: live, own: false, stop: async () => live.close() };

  const claim = await claimHome(home);
  if (claim.kind === 'held') {
    const own = await startOwnBrain({
      home,
      claim,
      host: createNodeHost('cli'),
      program: program(),
    });
    const client = createClient(localPipe(own.brain.dispatcher));
    return { client, own: true, stop: own.stop };
  }
  // Somebody was faster and is up now.
  const other = claim.kind === 'live' ? await attach(home) : undefined;
  if (other === undefined) {
    throw new Error(`Another Connectome holds ${home} but does not answer. End it and try again.`);
  }
  return { client: other, own: false, stop: async () => other.close() };
}
