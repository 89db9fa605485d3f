/**
 * `npm run bench:window`: the real window in a real Chromium on the real host. Prints figures;
 * nothing here passes or fails.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { startHost } from '../../e2e/start-host.ts';
import { writeLongSession } from '../../support/long-session.ts';
import { mixedAnswer, paragraphs } from '../../support/markdown-answers.ts';
import { type ScriptedAnswer, startModelServer } from '../../support/model-servers/index.ts';
import { testKeys, writeConfig } from '../../support/write-config.ts';
import { machine } from '../figures.ts';
import { measureScroll } from './measure-scroll.ts';
import { measureStart } from './measure-start.ts';
import { measureLongAnswer, measurePre, measureTokens } from './measure-streams.ts';
import { measureMemory, measureSwitches } from './measure-switches.ts';
import { hearSocketOf } from './traced.ts';

const MESSAGES = 5000;
const TOKENS_PER_SECOND = 2000;
const SECONDS = 5;

const mixedId = `s_${'9'.padStart(26, '0')}`;
const sessionIds = [1, 2, 3].map((n) => `s_${String(n).padStart(26, '0')}`);

/** What the message asks for, by its first word. */
const answers: Readonly<Record<string, ScriptedAnswer>> = {
  tokens: {
    text: paragraphs(3, TOKENS_PER_SECOND * SECONDS * 8),
    // A burst each 10 ms; timers are a little late, so a hundredth of a second's tokens are too few.
    textPiece: 8 * (TOKENS_PER_SECOND / 80),
    eventDelayMs: 10,
  },
  long: { text: paragraphs(5, 65_536), textPiece: 100, eventDelayMs: 9 },
  short: { text: paragraphs(5, 4_096), textPiece: 100, eventDelayMs: 9 },
};

async function main(): Promise<void> {
  console.log(`Connectome bench of the window\n${machine()}`);
  const folder = await mkdtemp(join(tmpdir(), 'connectome-bench-window-'));
  const home = join(folder, 'home');
  const model = await startModelServer({
    kind: 'openai',
    script: (request) => {
      // The newest message asks; older ones are in the request as well.
      const asked =
        [...request.text.matchAll(/(tokens|long|short) please/g)].at(-1)?.[1] ?? 'short';
      return answers[asked] ?? { text: 'What?' };
    },
  });
  await writeConfig(home, { first: model });
  for (const sessionId of sessionIds) await writeLongSession(home, sessionId, MESSAGES);
  await writeLongSession(home, mixedId, MESSAGES, mixedAnswer);
  const host = await startHost(home, testKeys);
  let browser: Browser | undefined;
  try {
    const executablePath = process.env.CHROMIUM_PATH;
    browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--enable-precise-memory-info',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    });
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addInitScript({ path: join(import.meta.dirname, 'page.js') });
    const page = await context.newPage();
    hearSocketOf(page);
    await measureStart(page, host.url);
    await measureSwitches(page, sessionIds, MESSAGES);
    const rate = { tokensPerSecond: TOKENS_PER_SECOND, seconds: SECONDS };
    await measureTokens(browser, page, sessionIds[0] ?? '', rate);
    await measurePre(browser, context, answers.tokens?.text ?? '', rate);
    await measureLongAnswer(browser, page, sessionIds[1] ?? '');
    await measureScroll(browser, page, mixedId, MESSAGES);
    await measureMemory(page, sessionIds);
  } finally {
    await browser?.close();
    await host.kill();
    await model.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

await main();
