import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Claim, claimHome } from '../../../src-main/lock.ts';
import { connectToSocket, listenOnSocket } from '../../../src-main/socket.ts';
import { socketPaths } from '../../../src-main/socket-path.ts';
import { echoDispatcher } from '../../support/echo-dispatcher.ts';
import { runNode } from '../../support/run-node.ts';
import { tempFolder } from '../../support/temp-home.ts';

type Held = Extract<Claim, { kind: 'held' }>;

async function hold(home: string): Promise<Held> {
  const claim = await claimHome(home, 0);
  if (claim.kind !== 'held') throw new Error(`the home is ${claim.kind}`);
  return claim;
}

describe('one brain per home', () => {
  it('lets only one of several starters have the home', async () => {
    const home = await tempFolder();
    const claims = await Promise.all([1, 2, 3, 4].map(() => claimHome(home, 0)));
    expect(claims.map(({ kind }) => kind).sort()).toEqual(['held', 'silent', 'silent', 'silent']);
    for (const claim of claims) if (claim.kind === 'held') claim.lock.release();
  });

  it('finds the live brain by its answering socket', async () => {
    const home = await tempFolder();
    const claim = await hold(home);
    const server = await listenOnSocket(claim.socketPath, echoDispatcher());
    expect(await claimHome(home, 0)).toEqual({ kind: 'live', socketPath: claim.socketPath });
    await server.close();
    claim.lock.release();
    const next = await hold(home);
    next.lock.release();
  });

  it('waits for a starter that has the lock but no socket yet', async () => {
    const home = await tempFolder();
    const first = await hold(home);
    const second = claimHome(home);
    const server = await listenOnSocket(first.socketPath, echoDispatcher());
    expect((await second).kind).toBe('live');
    await server.close();
    first.lock.release();
  });

  it('takes over from a brain that was killed, whatever it left behind', async () => {
    const home = await tempFolder();
    const killed = runNode(
      `const { claimHome } = await import('./src-main/lock.ts');
       const { listenOnSocket } = await import('./src-main/socket.ts');
       const claim = await claimHome(process.env.TEST_HOME);
       await listenOnSocket(claim.socketPath, { connect: () => ({ receive() {}, close() {} }) });
       console.log('up');`,
      { TEST_HOME: home },
    );
    await killed.printed('up');
    expect((await claimHome(home, 0)).kind).toBe('live');
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    expect((await stat(join(home, 'brain.sock'))).isSocket()).toBe(true);

    const claim = await hold(home);
    const server = await listenOnSocket(claim.socketPath, echoDispatcher());
    expect(await connectToSocket(socketPaths(home))).toBeDefined();
    await server.close();
    claim.lock.release();
  });

  it('is not fooled by a plain file where the socket should be', async () => {
    const home = await tempFolder();
    await writeFile(join(home, 'brain.sock'), 'not a socket');
    const claim = await hold(home);
    const server = await listenOnSocket(claim.socketPath, echoDispatcher());
    await server.close();
    claim.lock.release();
  });

  it('respects a brain that answers even though its lock file was deleted', async () => {
    const home = await tempFolder();
    const foreign = createServer();
    foreign.listen(join(home, 'brain.sock'));
    await once(foreign, 'listening');
    expect((await claimHome(home, 0)).kind).toBe('live');
    foreign.close();
  });

  it('keeps home and socket for the owner alone', async () => {
    const home = join(await tempFolder(), 'new');
    const claim = await hold(home);
    const server = await listenOnSocket(claim.socketPath, echoDispatcher());
    expect((await stat(home)).mode & 0o777).toBe(0o700);
    expect((await stat(claim.socketPath)).mode & 0o777).toBe(0o600);
    await server.close();
    claim.lock.release();
  });
});

describe('a home whose path is too long for a socket', () => {
  it('listens in the runtime folder, and is found by a shell that has none', async () => {
    const home = join(await tempFolder(), 'x'.repeat(120));
    await mkdir(home);
    const before = process.env.XDG_RUNTIME_DIR;
    process.env.XDG_RUNTIME_DIR = await tempFolder();
    const claim = await hold(home);
    expect(Buffer.byteLength(claim.socketPath)).toBeLessThanOrEqual(100);
    expect(claim.socketPath.startsWith(process.env.XDG_RUNTIME_DIR)).toBe(true);
    const first = await listenOnSocket(claim.socketPath, echoDispatcher());
    expect((await stat(claim.socketPath)).mode & 0o777).toBe(0o600);
    expect((await claimHome(home, 0)).kind).toBe('live');
    await first.close();
    claim.lock.release();

    // Without a session's runtime folder it is one of our own, closed to others ...
    delete process.env.XDG_RUNTIME_DIR;
    const bare = await hold(home);
    const second = await listenOnSocket(bare.socketPath, echoDispatcher());
    expect((await stat(join(bare.socketPath, '..'))).mode & 0o077).toBe(0);
    // ... and a starter that has one looks there too.
    process.env.XDG_RUNTIME_DIR = await tempFolder();
    expect(await claimHome(home, 0)).toEqual({ kind: 'live', socketPath: bare.socketPath });
    await second.close();
    bare.lock.release();
    if (before === undefined) delete process.env.XDG_RUNTIME_DIR;
    else process.env.XDG_RUNTIME_DIR = before;
  });
});
