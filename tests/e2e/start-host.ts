/** The built headless host in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'connectome.mjs');

export interface RunningHost {
  /** One-time URL of this start. */
  readonly url: string;
  /** Ends it as a crash would: no handler runs. Does nothing when it has ended. */
  kill(): Promise<void>;
}

/**
 * A free port below those that systems give out by themselves: nobody else gets it by chance while a host
 * that was killed is started again there.
 */
export async function lastingPort(): Promise<number> {
  // Each worker has ports of its own.
  const first = 20_000 + (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 3) * 4_000;
  for (;;) {
    const port = first + Math.floor(Math.random() * 4_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}

/** `port` 0 takes any free one. Fails when the host ends before it has printed its address. */
export async function startHost(
  home: string,
  environment: Readonly<Record<string, string>>,
  port = '0',
): Promise<RunningHost> {
  const child = spawn(process.execPath, [launcher, 'serve', '--port', port], {
    env: { ...process.env, ...environment, CONNECTOME_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    url = /http:\/\/\S+#code=\S+/.exec(line)?.[0];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error(`the host printed no address: ${complaints}`);
  child.stdout.resume();
  return {
    url,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}
