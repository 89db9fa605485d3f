/** The headless host: brain, socket and gateway in one plain Node process. */
import { err, messageOf, ok, type Result } from '../brain/shared/result.ts';
import { createNodeHost } from './host-node.ts';
import type { Claim } from './lock.ts';
import { type OwnBrain, startOwnBrain } from './own-brain.ts';
import type { Program } from './places.ts';

export interface HeadlessOptions {
  readonly home: string;
  readonly claim: Extract<Claim, { kind: 'held' }>;
  readonly program: Program;
  /** Without it the default port, or any free one. */
  readonly port?: number;
  readonly host?: string;
}

export interface Headless {
  readonly url: string;
  oneTimeUrl(): string;
  stop(): Promise<void>;
}

/** Errors are sentences for people; the claim is given back with them. */
export async function startHeadless(options: HeadlessOptions): Promise<Result<Headless>> {
  const { home, claim, program } = options;
  let own: OwnBrain;
  try {
    own = await startOwnBrain({ home, claim, program, host: createNodeHost('headless') });
  } catch (thrown) {
    return err(messageOf(thrown));
  }
  const gateway = await own.openGateway({ port: options.port, host: options.host });
  if (!gateway.ok) {
    await own.stop();
    return err(gateway.error);
  }
  return ok({ url: gateway.value.url, oneTimeUrl: gateway.value.oneTimeUrl, stop: own.stop });
}
