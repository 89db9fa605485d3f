/** What a command in the real sandbox reaches: a way out that nobody opened would carry everything away. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { describeConfined, openConfined } from '../../support/confined.ts';

describeConfined('a command in the sandbox reaches', () => {
  const serve = async (): Promise<number> => {
    const server = createServer((_request, response) => response.end('REACHED'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const get = (port: number, more = ''): string =>
    `node -e 'fetch("http://127.0.0.1:${port}").then(r=>r.text()).then(console.log,e=>console.log("no:",e.cause?.code))'${more}`;

  it('no server on this machine and none outside', async () => {
    const { bash } = await openConfined();
    const port = await serve();
    const output = await bash(
      `${get(port)}; node -e 'require("net").connect(53,"192.0.2.1").on("error",e=>console.log("no:",e.code))'`,
    );
    expect(output).not.toContain('REACHED');
    expect(output).toMatch(/no: ECONNREFUSED[\s\S]*no: ENETUNREACH/);
  });

  it('the hosts of `sandbox.network`, others not, and a vetted one none', async () => {
    const { scene, bash } = await openConfined();
    const port = await serve();
    scene.settings.set({ sandbox: { network: ['127.0.0.1'] } });
    const through = (host: string): string =>
      `curl -sS --noproxy '' -x "$HTTP_PROXY" http://${host}:${port}/ 2>&1`;
    expect(await bash(through('127.0.0.1'))).toContain('REACHED');
    expect(await bash(through('127.0.0.2'))).not.toContain('REACHED');
    expect(
      await bash(`${through('127.0.0.1')}; ${get(port)}`, { confinement: 'vetted' }),
    ).not.toContain('REACHED');
    scene.settings.set({ sandbox: { network: ['192.0.2.1'] } });
    expect(await bash(through('127.0.0.1'))).not.toContain('REACHED');
  });

  it('no host that was opened for another session while it runs, and none that was closed since', async () => {
    const { scene, bash } = await openConfined();
    const [one = '', two = ''] = [await serve(), await serve()].map((port) => `127.0.0.1:${port}`);
    // Each try follows a line in a file, so that the order does not depend on who is faster.
    const tries = (name: string): string =>
      `for n in 1 2; do until [ -e ${name}$n ]; do sleep 0.02; done; ` +
      `for h in ${one} ${two}; do curl -s --noproxy '' -x "$HTTP_PROXY" http://$h/ ` +
      `| grep -q REACHED && echo "$n $h open" || echo "$n $h shut"; done; touch ${name}$n.done; done`;
    const go = async (name: string): Promise<void> => {
      await writeFile(join(scene.workingDir, name), '');
      await expect.poll(() => existsSync(join(scene.workingDir, `${name}.done`))).toBe(true);
    };
    scene.settings.set({ sandbox: { network: [one] } });
    const first = bash(tries('a'), { sessionId: 's_1' });
    await go('a1');
    scene.settings.set({ sandbox: { network: [one, two] } });
    const second = bash(tries('b'), { sessionId: 's_2' });
    await go('b1');
    await go('a2');
    scene.settings.set({ sandbox: { network: [two] } });
    await go('b2');
    expect((await first).match(/^\d .*/gm)).toEqual([
      `1 ${one} open`,
      `1 ${two} shut`,
      `2 ${one} open`,
      `2 ${two} shut`,
    ]);
    expect((await second).match(/^\d .*/gm)).toEqual([
      `1 ${one} open`,
      `1 ${two} open`,
      `2 ${one} shut`,
      `2 ${two} open`,
    ]);
  });

  it.runIf(process.platform === 'linux')(
    'no network that its owner opened for a command of another session at the same time',
    async () => {
      const { scene, bash } = await openConfined();
      const port = await serve();
      const opened = bash(`touch a.runs; until [ -e b.done ]; do sleep 0.02; done; ${get(port)}`, {
        sessionId: 's_1',
        opening: { folders: [], network: true },
      });
      await expect.poll(() => existsSync(join(scene.workingDir, 'a.runs'))).toBe(true);
      const other = await bash(get(port, '; touch b.done'), { sessionId: 's_2' });
      expect(other).not.toContain('REACHED');
      expect(await opened).toContain('REACHED');
    },
  );

  it.runIf(process.platform === 'linux')(
    'every server where its owner opened the network for it, this once',
    async () => {
      const { bash } = await openConfined();
      const port = await serve();
      const opening = { folders: [], network: true };
      expect(await bash(get(port), { opening })).toContain('REACHED');
      expect(await bash(get(port))).not.toContain('REACHED');
      expect(await bash(get(port), { opening, confinement: 'vetted' })).not.toContain('REACHED');
    },
  );

  it.each([false, true])(
    'no local socket, neither a file nor an abstract one (network: %s)',
    async (network) => {
      const { scene, bash } = await openConfined();
      const listen = async (name: string): Promise<void> => {
        const server = createSocketServer((socket) => socket.end('REACHED'));
        await new Promise<void>((resolve) => server.listen(name, resolve));
        onTestFinished(() => void server.close());
      };
      const file = join(scene.workingDir, 's.sock');
      const abstract = `connectome-test-${process.pid}`;
      await listen(file);
      await listen(`\0${abstract}`);
      const connect = (address: string): string =>
        `node -e 'require("net").connect(${address}).on("data",d=>console.log(String(d))).on("error",e=>console.log("no:",e.code))'`;
      const opening = { folders: [], network };
      const output = await bash(`${connect(`"${file}"`)}; ${connect(`"\\0${abstract}"`)}`, {
        opening,
      });
      expect(output).not.toContain('REACHED');
      expect(output.match(/no: E/g)).toHaveLength(2);
    },
  );
});
