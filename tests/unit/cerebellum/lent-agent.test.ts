/**
 * A command that its owner let sign in over SSH has his agent for this once. What it could do with it
 * beyond signing in, and with the sockets that it may speak to now, is what these tests guard against.
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isForSigningIn } from '../../../brain/cerebellum/sandbox/lent-agent.ts';
import { openCerebellum, openScene } from '../../support/acting.ts';
import { describeConfined } from '../../support/confined.ts';
import { runNode } from '../../support/run-node.ts';

const field = (text: string | Buffer): Buffer => {
  const bytes = Buffer.from(text as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};
const sign = (data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([13]), field('key'), field(data), Buffer.alloc(4)]);
const request = (id: string, service: string, method: string): Buffer =>
  Buffer.concat([
    field(id),
    Buffer.from([50]),
    field('ada'),
    field(service),
    field(method),
    Buffer.from([1]),
    field('ssh-ed25519'),
    field('key'),
  ]);
const id = 'x'.repeat(32);

describe('of an agent is asked', () => {
  it.each([
    ['which keys it has', Buffer.from([11])],
    ['a signature to sign in', sign(request(id, 'ssh-connection', 'publickey'))],
    [
      'one that is bound to a server',
      sign(request(id, 'ssh-connection', 'publickey-hostbound-v00@openssh.com')),
    ],
    [
      'which server it is for',
      Buffer.concat([Buffer.from([27]), field('session-bind@openssh.com'), field('x')]),
    ],
  ])('%s', (_what, message) => {
    expect(isForSigningIn(message)).toBe(true);
  });

  it.each([
    ['to add a key', Buffer.concat([Buffer.from([17]), field('ssh-ed25519')])],
    ['to remove all', Buffer.from([19])],
    ['to lock itself', Buffer.concat([Buffer.from([22]), field('x')])],
    ['to load a library', Buffer.concat([Buffer.from([20]), field('/x.so'), field('')])],
    ['a signature on a text', sign(Buffer.concat([Buffer.from('SSHSIG'), field('git')]))],
    ['a signature on anything', sign(Buffer.from('anything'))],
    ['a signature for another service', sign(request(id, 'ssh-userauth', 'publickey'))],
    ['a signature for another method', sign(request(id, 'ssh-connection', 'hostbased'))],
    ['a signature with too short an id', sign(request('x', 'ssh-connection', 'publickey'))],
    [
      'a signature that is cut off',
      sign(request(id, 'ssh-connection', 'publickey').subarray(0, 40)),
    ],
    ['another extension', Buffer.concat([Buffer.from([27]), field('query')])],
    ['a list with more in it', Buffer.from([11, 0])],
    ['nothing', Buffer.alloc(0)],
  ])('not: %s', (_what, message) => {
    expect(isForSigningIn(message)).toBe(false);
  });
});

const has = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const tools =
  process.platform === 'linux' &&
  ['ssh-agent', 'ssh-add', 'ssh-keygen', 'socat'].every((program) => has(program));
/** Only where somebody names one that runs as he is: a real server, to try the whole way by hand. */
const sshd = process.env.TEST_SSHD;

async function open() {
  const scene = await openScene();
  const { run } = await openCerebellum(scene);
  const agent = join(scene.userHome, 'agent.sock');
  const key = join(scene.userHome, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'the key', '-f', key]);
  const running = execFileSync('ssh-agent', ['-a', agent], { encoding: 'utf8' });
  onTestFinished(() => void process.kill(Number(/SSH_AGENT_PID=(\d+)/.exec(running)?.[1])));
  execFileSync('ssh-add', ['-q', key], { env: { ...process.env, SSH_AUTH_SOCK: agent } });
  const bash = async (command: string, servers: readonly string[]) => {
    const opening = { folders: [], network: false, signing: { servers, agent } };
    return (await run('Bash', { command }, { confinement: 'standard', opening })).output;
  };
  return { scene, bash, key, agent };
}

describeConfined('a command with its owner’s agent', () => {
  it.runIf(tools)('sees his keys, and does nothing else with it', async () => {
    const { bash, agent } = await open();
    const output = await bash(
      'ssh-add -l; ssh-add -D 2>&1; ssh-add -x </dev/null 2>&1; echo hi > a; ' +
        'ssh-add -L > k.pub; ssh-keygen -Y sign -n git -f k.pub a 2>&1; test -e a.sig || echo unsigned',
      ['127.0.0.1:9'],
    );
    expect(output).toMatch(/the key \(ED25519\)/);
    expect(output).toMatch(/Failed to remove all/);
    expect(output).toMatch(/^unsigned$/m);
    const left = execFileSync('ssh-add', ['-l'], { env: { ...process.env, SSH_AUTH_SOCK: agent } });
    expect(String(left)).toContain('the key');
  });

  it.runIf(tools)('reaches no other socket, no other server and no private key', async () => {
    const { scene, bash, agent, key } = await open();
    const listen = async (where: string | number): Promise<number> => {
      const server = createServer((socket) => socket.end('REACHED'));
      const done = (): void => void server.close();
      await new Promise<void>((resolve) =>
        typeof where === 'string'
          ? server.listen(where, resolve)
          : server.listen(where, '127.0.0.1', resolve),
      );
      onTestFinished(done);
      const at = server.address();
      return typeof at === 'object' && at !== null ? at.port : 0;
    };
    const file = join(scene.outside, 's.sock');
    const abstract = `connectome-test-agent-${process.pid}`;
    await listen(file);
    await listen(`\0${abstract}`);
    const [one, two] = [await listen(0), await listen(0)];
    await mkdir(join(scene.userHome, '.ssh'));
    await writeFile(join(scene.userHome, '.ssh/id'), 'PRIVATE');
    await writeFile(join(scene.userHome, '.ssh/id.pub'), 'PUBLIC');
    const connect = (address: string): string => `socat -u ${address} - 2>/dev/null || echo shut; `;
    const closed = await bash(
      connect(`UNIX-CONNECT:${file}`) +
        connect(`ABSTRACT-CONNECT:${abstract}`) +
        connect(`UNIX-CONNECT:${agent}`) +
        connect(`TCP:127.0.0.1:${one}`) +
        `cat ${scene.userHome}/.ssh/id ${key}; cat ${scene.userHome}/.ssh/id.pub; ls /run`,
      [`127.0.0.1:${one}`],
    );
    expect(closed).not.toMatch(/REACHED|PRIVATE/);
    expect(closed.match(/^shut$/gm)).toHaveLength(4);
    expect(closed).toContain('PUBLIC');
    const through = (port: number): string =>
      `printf 'x' | socat -t60 - "PROXY:localhost:127.0.0.1:${port},proxyport=3128,proxyauth=$(echo "$HTTP_PROXY" | sed 's#http://##;s#@.*##')" 2>&1; `;
    expect(await bash(through(one), [`127.0.0.1:${one}`])).toContain('REACHED');
    expect(await bash(through(two), [`127.0.0.1:${one}`])).not.toContain('REACHED');
  });

  it.runIf(tools && sshd !== undefined)('pushes to a real server', async () => {
    const { scene, bash, key } = await open();
    const there = join(scene.userHome, 'server');
    await mkdir(there, { mode: 0o755 });
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(there, 'host')]);
    await writeFile(join(there, 'keys'), await readFile(`${key}.pub`));
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const at = probe.address();
    const port = typeof at === 'object' && at !== null ? at.port : 0;
    await new Promise((resolve) => probe.close(resolve));
    await writeFile(
      join(there, 'config'),
      `Port ${port}\nListenAddress 127.0.0.1\nHostKey ${there}/host\nAuthorizedKeysFile ${there}/keys\n` +
        'PasswordAuthentication no\nStrictModes no\nUsePAM no\nPidFile none\nPermitRootLogin yes\n',
    );
    const server = runNode(
      `const { spawn } = await import('node:child_process');
       const child = spawn(process.env.SSHD, ['-D', '-e', '-f', process.env.CONF], { stdio: ['ignore', 'ignore', 'pipe'] });
       child.stderr.on('data', (d) => process.stdout.write(d));
       process.on('SIGTERM', () => { child.kill(); process.exit(); });`,
      { SSHD: sshd ?? '', CONF: join(there, 'config') },
    );
    onTestFinished(() => void server.child.kill('SIGTERM'));
    await server.printed('Server listening');
    const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: scene.workingDir });
    await git('init', '-q', '--bare', join(there, 'repo.git'));
    await git('init', '-q', '-b', 'main');
    await git(
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'one',
    );
    await git(
      'remote',
      'add',
      'origin',
      `ssh://${userInfo().username}@127.0.0.1:${port}${there}/repo.git`,
    );
    const host = (await readFile(join(there, 'host.pub'), 'utf8')).trim();
    await writeFile(join(scene.workingDir, 'known'), `[127.0.0.1]:${port} ${host}\n`);
    const push =
      'GIT_SSH_COMMAND="$GIT_SSH_COMMAND -o UserKnownHostsFile=known" git push origin main 2>&1';
    expect(await bash(push, [`127.0.0.1:${port}`])).toContain('main -> main');
    expect(await bash(`${push}`, ['192.0.2.1:22'])).toMatch(/403|Connection closed/);
  });
});
