/**
 * The owner's SSH agent, lent to one command: it may say which keys it has and sign with them to sign in.
 * Everything else it is not asked (adding, removing, locking, signatures on other texts, forwarding). What
 * is signed is looked at, not believed. The key files themselves are never opened to a command.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface LentAgent {
  /** The folder that a command must see to reach it. */
  readonly folder: string;
  readonly socket: string;
  /** Takes it back, also from who holds a connection. */
  close(): Promise<void>;
}

/** Numbers of the agent protocol. */
const FAILURE = Buffer.from([5]);
const LIST = 11;
const SIGN = 13;
const EXTENSION = 27;
/** The kind of message that a client signs to sign in. */
const USERAUTH_REQUEST = 50;
const MAX_MESSAGE = 256 * 1024;

export async function lendAgent(real: string): Promise<LentAgent> {
  const folder = await mkdtemp(join(tmpdir(), 'connectome-agent-'));
  const socket = join(folder, 'socket');
  const open = new Set<Socket>();
  const keep = (one: Socket): Socket => {
    open.add(one);
    one.once('close', () => open.delete(one));
    // Whoever hangs up in the middle: the other end is told by its own end.
    one.on('error', () => one.destroy());
    return one;
  };
  const server = createServer((client) => {
    const agent = keep(connect(real));
    void relay(keep(client), agent).finally(() => {
      client.destroy();
      agent.destroy();
    });
  });
  server.listen(socket);
  await once(server, 'listening');
  server.unref();
  return {
    folder,
    socket,
    async close() {
      for (const one of open) one.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One question after the other, as the protocol has it. */
async function relay(client: Socket, agent: Socket): Promise<void> {
  const answers = messagesOf(agent)[Symbol.asyncIterator]();
  try {
    for await (const question of messagesOf(client)) {
      if (!isForSigningIn(question)) {
        client.write(framed(FAILURE));
        continue;
      }
      agent.write(framed(question));
      const answer = await answers.next();
      if (answer.done === true) return;
      client.write(framed(answer.value));
    }
  } catch {
    // One of the two hung up; both are closed now.
  }
}

function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.length);
  return Buffer.concat([length, message]);
}

async function* messagesOf(socket: Socket): AsyncGenerator<Buffer, void> {
  let held = Buffer.alloc(0);
  for await (const chunk of socket) {
    held = Buffer.concat([held, chunk as Buffer]);
    while (held.length >= 4) {
      const length = held.readUInt32BE(0);
      if (length === 0 || length > MAX_MESSAGE) return;
      if (held.length < 4 + length) break;
      yield held.subarray(4, 4 + length);
      held = held.subarray(4 + length);
    }
  }
}

export function isForSigningIn(message: Buffer): boolean {
  const body = message.subarray(1);
  switch (message[0]) {
    case LIST:
      return body.length === 0;
    case EXTENSION:
      // Tells the agent which server it is signing for; keys that are bound to some need it.
      return fieldsOf(body, 1)?.[0]?.toString() === 'session-bind@openssh.com';
    case SIGN: {
      const data = fieldsOf(body, 2)?.[1];
      return data !== undefined && isSigningIn(data);
    }
    default:
      return false;
  }
}

/** RFC 4252, 7: session id, 50, user, service, "publickey", ... */
function isSigningIn(data: Buffer): boolean {
  const [id] = fieldsOf(data, 1) ?? [];
  if (id === undefined || id.length < 16 || id.length > 64) return false;
  const request = data.subarray(4 + id.length);
  if (request[0] !== USERAUTH_REQUEST) return false;
  const [, service, method] = fieldsOf(request.subarray(1), 3) ?? [];
  return (
    service?.toString() === 'ssh-connection' &&
    /^publickey(?:-hostbound-v00@openssh\.com)?$/.test(method?.toString() ?? '')
  );
}

/** The first `count` strings: a length and so many bytes each. */
function fieldsOf(bytes: Buffer, count: number): readonly Buffer[] | undefined {
  const found: Buffer[] = [];
  let at = 0;
  while (found.length < count) {
    if (at + 4 > bytes.length) return undefined;
    const end = at + 4 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    found.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return found;
}
