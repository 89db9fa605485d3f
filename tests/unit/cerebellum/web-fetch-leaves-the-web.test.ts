/** WebFetch reads what is on the open internet, as text, and cannot be led anywhere else. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { readableText } from '../../../brain/cerebellum/web/read-page.ts';
import { isPublicAddress, webUrl } from '../../../brain/shared/addresses.ts';
import { ruleProblem } from '../../../brain/shared/permission-rules.ts';
import { openAmygdala, openCerebellum, openScene } from '../../support/acting.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(handler: Handler) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    handler(request, response);
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  /** Of others: connections come in order, so that after one of our own all before it have been counted. */
  const connectionsSoFar = async (): Promise<number> => {
    await (await globalThis.fetch(url, { headers: { connection: 'close' } })).text();
    connections -= 1;
    return connections;
  };
  return { asked, port, url, connectionsSoFar };
}

const onlyHere = (address: string): boolean => address === '127.0.0.1';

async function fetcher(isPublic: (address: string) => boolean = onlyHere) {
  const { run } = await openCerebellum(await openScene(), { isPublic });
  return (url: string) => run('WebFetch', { url });
}

const send =
  (type: string, body: string | Buffer, more: Record<string, string> = {}): Handler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type, ...more }).end(body);
  };

const words = 'A sentence with some words, and commas, so that it counts as content. '.repeat(12);
const page = `<!doctype html><html><head><title>Tea & time</title><style>p{}</style></head><body>
<nav><a href="/">Home</a></nav><main><article><h1>Brewing</h1><p>${words}</p>
<p>See <a href="more/leaves">the leaves</a> or <a href="javascript:alert(1)">this</a>.</p>
<pre><code>let a = 1;\nif (a &lt; 2) brew();</code></pre><ul><li>green</li><li>black</li></ul>
<table><tr><th>Tea</th><th>Minutes</th></tr><tr><td>green</td><td>2</td></tr></table>
<p>${words}</p></article></main><script>alert('never')</script></body></html>`;

it('a page comes as markdown with whole links and its address, without what it only decorates', async () => {
  const { url } = await serve(send('text/html; charset=utf-8', page));
  const { ok, output } = await (await fetcher())(`${url}/a/b`);
  expect(ok).toBe(true);
  expect(output.startsWith(`Tea & time\n${url}/a/b\n\n`)).toBe(true);
  expect(output).toContain('## Brewing');
  expect(output).toContain(`[the leaves](${url}/a/more/leaves)`);
  expect(output).toContain('let a = 1;\nif (a < 2) brew();');
  expect(output).toMatch(/-\s+green\n-\s+black/);
  expect(output).toContain('| Tea | Minutes |\n| --- | --- |\n| green | 2 |');
  for (const noise of ['alert', 'Home', 'javascript:', 'p{}']) expect(output).not.toContain(noise);
});

it.each([
  [
    'latin-1 by header',
    'text/plain; charset=ISO-8859-1',
    Buffer.from('Gr\xfc\xdfe', 'latin1'),
    'Grüße',
  ],
  [
    'cyrillic by the page itself',
    'text/html',
    Buffer.from('<meta charset=windows-1251><p>\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1'),
    'Привет',
  ],
  ['utf-16 by its mark', 'text/plain', Buffer.from('\ufeffGrüße', 'utf16le'), 'Grüße'],
  [
    'an encoding that nobody knows',
    'text/plain; charset=x-nonsense',
    Buffer.from('Grüße'),
    'Grüße',
  ],
  ['json as it is', 'application/vnd.api+json', Buffer.from('{"a": [1]}'), '{"a": [1]}'],
])('reads %s', async (_what, type, body, expected) => {
  const { url } = await serve(send(type, body));
  const { output } = await (await fetcher())(url);
  expect(output).toContain(expected);
});

it('an answer that unpacks to far more than it weighs is cut, and what is no text is named and not loaded', async () => {
  const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, 'a'));
  const small = brotliCompressSync('packed well');
  const { url } = await serve((request, response) => {
    if (request.url === '/bomb')
      send('text/plain', bomb, { 'content-encoding': 'gzip' })(request, response);
    else if (request.url === '/br')
      send('text/plain', small, { 'content-encoding': 'br' })(request, response);
    else if (request.url === '/liar')
      send('text/plain', Buffer.from([0, 1, 2, 0]))(request, response);
    else send('application/pdf', '%PDF')(request, response);
  });
  const fetch = await fetcher();
  const cut = await fetch(`${url}/bomb`);
  expect(cut.output).toContain('The page is longer');
  expect(cut.truncated).toBe(true);
  expect((await fetch(`${url}/br`)).output).toContain('packed well');
  expect(await fetch(`${url}/x.pdf`)).toMatchObject({
    ok: false,
    output: expect.stringContaining('application/pdf'),
  });
  expect(await fetch(`${url}/liar`)).toMatchObject({
    ok: false,
    output: expect.stringContaining('binary'),
  });
});

it('redirects: followed on the host, named to another host, refused to private places, ended when endless', async () => {
  const { asked, port, url } = await serve((request, response) => {
    const to: Record<string, string> = {
      '/start': '/end',
      '/other': 'http://example.com/page?x=1',
      '/private': 'http://192.168.1.1/admin',
      '/decimal': 'http://2130706434/',
      '/file': 'file:///etc/passwd',
      '/loop': '/loop',
    };
    const location = to[request.url ?? ''];
    if (location === undefined) send('text/plain', 'the end')(request, response);
    else response.writeHead(302, { location }).end();
  });
  const fetch = await fetcher();
  expect((await fetch(`${url}/start`)).output).toContain('the end');
  expect(await fetch(`${url}/other`)).toMatchObject({
    ok: true,
    output: expect.stringContaining('another host: http://example.com/page?x=1'),
  });
  for (const path of ['/private', '/decimal', '/file']) {
    expect(await fetch(url + path)).toMatchObject({ ok: false, failure: 'permission' });
  }
  const before = asked.length;
  expect((await fetch(`${url}/loop`)).output).toContain('more than 5 times');
  expect(asked.length - before).toBe(6);
  expect(port).toBeGreaterThan(0);
});

it('a name whose answers include one closed address is not connected to', async () => {
  const { asked, port, connectionsSoFar } = await serve(send('text/plain', 'secret'));
  const seen: string[] = [];
  // The name passes by itself; what the name server says does not.
  const fetch = await fetcher((address) => {
    seen.push(address);
    return seen.length === 1;
  });
  const result = await fetch(`http://localhost:${port}/`);
  expect(result).toMatchObject({ ok: false, failure: 'permission' });
  expect(seen.length).toBeGreaterThan(1);
  expect(asked).toEqual([]);
  // Not even a connection: a closed port could be told from an open one by it.
  expect(await connectionsSoFar()).toBe(0);
});

it('the connection itself is checked once more before anything is read', async () => {
  const { port } = await serve(send('text/plain', 'secret'));
  let checks = 0;
  const fetch = await fetcher(() => {
    checks += 1;
    return checks === 1;
  });
  const result = await fetch(`http://127.0.0.1:${port}/`);
  expect(result).toMatchObject({ ok: false, failure: 'permission' });
  expect(result.output).not.toContain('secret');
});

it.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://0/',
  'http://10.1.2.3/',
  'http://172.20.0.1/',
  'http://192.168.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.100.0.1/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://[ff02::1]/',
  'http://localhost/',
  'http://a.localhost./',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://①②⑦.⓪.⓪.①/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'http://user:pass@example.com/',
  'example.com',
])('%s is refused before the owner is asked', async (url) => {
  expect(webUrl(url, isPublicAddress)).toHaveProperty('problem');
  const { judge } = await openAmygdala(await openScene());
  expect(await judge('WebFetch', { url })).toMatchObject({ level: 'block', source: 'address' });
});

it.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1::1', '2a00:1450:4001::8a'])(
  '%s is on the open internet',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

it('asks per host; "always" names exactly this host, and rules hold for hosts and what is below them', async () => {
  const scene = await openScene();
  const { judge } = await openAmygdala(scene);
  const url = 'https://docs.example.com/a?b=c';
  const asked = await judge('WebFetch', { url, prompt: 'the price' }, 'acceptEdits');
  expect(asked).toMatchObject({
    level: 'confirm',
    ask: {
      title: 'Read a page of docs.example.com',
      detail: `${url}\n\nthe price`,
      alwaysRule: 'WebFetch(docs.example.com)',
    },
  });
  const allowing = async (allow: string[], deny: string[] = []) => {
    scene.settings.set({ permissions: { allow, deny } });
    return (await judge('WebFetch', { url })).level;
  };
  expect(await allowing(['WebFetch(docs.example.com)'])).toBe('safe');
  expect(await allowing(['WebFetch(domain:DOCS.example.com)'])).toBe('safe');
  expect(await allowing(['WebFetch(*.example.com)'])).toBe('safe');
  expect(await allowing(['WebFetch'])).toBe('safe');
  expect(await allowing(['WebFetch(example.com)'])).toBe('confirm');
  expect(await allowing(['WebFetch(evildocs.example.com)'])).toBe('confirm');
  expect(await allowing(['WebFetch'], ['WebFetch(*.example.com)'])).toBe('block');
});

it('a page that is made to be slow is given up, and the next one is read', async () => {
  // Every closing tag looks through all that is open.
  const deep = `<body>${'<div><p>'.repeat(60_000)}words${'</b>'.repeat(60_000)}`;
  const answer = { status: 200, contentType: 'text/html', body: Buffer.from(deep), cut: false };
  const never = new AbortController().signal;
  const given = await readableText(answer, new URL('https://example.org/'), never, 500);
  expect(given).toMatchObject({ ok: false, error: { text: expect.stringContaining('too long') } });
  const { url } = await serve(send('text/html', '<body><p>brief words'));
  expect((await (await fetcher())(url)).output).toContain('brief words');
});

it.each([
  'exam ple.com',
  'https://example.com',
  'example.com/path',
  'example.com:80',
  'u@example.com',
  '*',
  '*.*',
])('the rule WebFetch(%s) names no host and is refused', (argument) =>
  expect(ruleProblem(`WebFetch(${argument})`)?.text).toContain('names no host'),
);
