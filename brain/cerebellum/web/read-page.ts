/** The answer of a web server as text for a model: HTML as markdown, text as it is. */
import { Worker } from 'node:worker_threads';
import { err, messageOf, ok, type Result } from '../../shared/result.ts';
import { type Sentence, say } from '../../shared/say.ts';
import type { PageText } from './page-text.ts';
import { isReadable, type WebAnswer } from './request.ts';

/** A page that takes longer than this is not worth more, in ms. */
const PAGE_MS = 15_000;
const PAGE_MEMORY_MB = 384;
/** How far into a page its own word on its encoding is looked for, in bytes. */
const HEAD = 2048;

const isHtml = (type: string): boolean => /^(?:text\/html|application\/xhtml\+xml)$/.test(type);

export async function readableText(
  answer: WebAnswer,
  url: URL,
  signal: AbortSignal,
  limitMs = PAGE_MS,
): Promise<Result<PageText, Sentence>> {
  const type = answer.contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!isReadable(answer.contentType)) {
    return err(say('web.notText', { type: type || say('web.unknownType') }));
  }
  if (answer.body.includes(0) && !isUtf16(answer.body)) return err(say('web.binary'));
  const text = decode(answer.body, answer.contentType, isHtml(type) || type === '');
  const looksHtml =
    isHtml(type) || (type === '' && /^\s*<(?:!doctype html|html|head|body)\b/i.test(text));
  if (!looksHtml) return ok({ title: '', markdown: text });
  return inThread(text, url.href, signal, limitMs);
}

const isUtf16 = (body: Buffer): boolean =>
  (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff);

/** By the byte order mark, the header, or the page's own word; else UTF-8. */
function decode(body: Buffer, contentType: string, isPage: boolean): string {
  const stated = /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType)?.[1];
  const inside = isPage
    ? /<meta[^>]+charset\s*=\s*["']?([\w:.-]+)/i.exec(body.toString('latin1', 0, HEAD))?.[1]
    : undefined;
  const mark = markOf(body);
  for (const label of [mark, stated, inside]) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label).decode(body);
    } catch {
      // An encoding that nobody knows: the next best guess.
    }
  }
  return new TextDecoder().decode(body);
}

function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  return body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : undefined;
}

/** Where the thread's code is: as source, or where the build puts it. */
function threadFile(): URL {
  if (import.meta.url.endsWith('.ts')) return new URL('./worker.ts', import.meta.url);
  const inChunk = /\/chunks\/[^/]+$/.test(import.meta.url);
  return new URL(`${inChunk ? '..' : '.'}/page-worker.js`, import.meta.url);
}

/** A page may be made to take for ever, or all memory: then its thread is ended, and nothing else. */
function inThread(
  html: string,
  url: string,
  signal: AbortSignal,
  limitMs: number,
): Promise<Result<PageText, Sentence>> {
  return new Promise((resolve) => {
    const worker = new Worker(threadFile(), {
      workerData: { html, url },
      name: 'page',
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: PAGE_MEMORY_MB },
    });
    const finish = (result: Result<PageText, Sentence>): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(result);
      void worker.terminate();
    };
    const onAbort = (): void => finish(err(say('tool.stopped')));
    const timer = setTimeout(() => finish(err(say('web.slowPage'))), limitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    worker.once('message', (text: PageText) => finish(ok(text)));
    worker.once('error', (thrown) =>
      finish(err(say('web.brokenPageBecause', { why: messageOf(thrown) }))),
    );
    worker.once('exit', () => finish(err(say('web.brokenPage'))));
  });
}
