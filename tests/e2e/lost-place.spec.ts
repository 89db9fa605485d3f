import { writeLongSession } from '../support/long-session.ts';
import { enter, expect, say, shown, test } from './host.ts';

const sessionId = 's_00000000000000000000000001';

test('a reader keeps the place in a long conversation: found by search, while older turns load, after another room', async ({
  lab,
  page,
}) => {
  const gate = Promise.withResolvers<void>();
  await lab.provider('first', 'openai', [
    { text: 'Once upon a time it went on and on. '.repeat(60), waitFor: gate.promise },
  ]);
  await lab.configure();
  await writeLongSession(lab.home, sessionId, 600);
  await enter(page, (await lab.start()).url);
  const thread = page.getByRole('region', { name: 'Messages' });
  /** Where it stands once nothing moves any more: the same for so many looks on end. */
  const offsetOf = async (text: string): Promise<number> => {
    let [at, calm] = [Number.NaN, 0];
    while (calm < 10) {
      await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
      const box = await thread.getByText(text, { exact: true }).first().boundingBox();
      const now = box?.y ?? Number.NaN;
      calm = Object.is(now, at) ? calm + 1 : 0;
      at = now;
    }
    return at;
  };

  await page.getByRole('link', { name: /^Long/ }).click();
  await expect(shown(page, 'Answer 300.')).toBeInViewport();
  // Nothing above the last turns was drawn on the way to the end.
  await expect(page.getByText('Answer 261.')).toHaveCount(0);

  // Turns come into sight that were never measured, and pages are put in front: nothing jumps meanwhile.
  // A font that comes late breaks lines elsewhere: all are there before one looks.
  await page.evaluate('Promise.all([...document.fonts].map((face) => face.load())).then(() => {})');
  await thread.hover();
  const jumps = await page.evaluateHandle<number[]>(watchJumps);
  for (let notch = 0; notch < 40; notch += 1) {
    await page.mouse.wheel(0, -400);
    await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
  }
  await expect(shown(page, 'Answer 300.')).toHaveCount(0);
  expect(await jumps.evaluate((seen) => seen)).toEqual([]);

  // Older turns are put in front while the first ones are on the screen, which stay where they are.
  await expect(async () => {
    await thread.hover();
    await page.mouse.wheel(0, -30_000);
    await expect(shown(page, /^Answer 2[0-5]\d\.$/)).toBeVisible({ timeout: 500 });
  }).toPass();

  const search = page.getByRole('searchbox', { name: 'Search conversations' });
  await search.fill('harvest of year 1007');
  await page.getByRole('link', { name: /1007/ }).first().click();
  await expect(shown(page, /year 1007\?/)).toBeInViewport();
  const found = await offsetOf('Answer 7.');

  // An answer that streams in at the end moves nothing that is read further up.
  await say(page, 'Go on');
  await expect(shown(page, /^Once/)).toBeInViewport();
  await page.goBack();
  await page.goForward();
  await search.fill('harvest of year 1008');
  await page.getByRole('link', { name: /1008/ }).first().click();
  await expect(shown(page, /year 1008\?/)).toBeInViewport();
  const before = await offsetOf('Answer 8.');
  gate.resolve();
  await expect(page.getByRole('button', { name: /^Stop/ })).toHaveCount(0);
  expect(await offsetOf('Answer 8.')).toBe(before);

  await page.getByRole('link', { name: 'Memory' }).click();
  await expect(page.getByRole('heading', { name: 'Memory' }).first()).toBeVisible();
  await page.goBack();
  await expect(shown(page, 'Answer 8.')).toBeInViewport();
  await expect.poll(async () => Math.abs((await offsetOf('Answer 8.')) - before)).toBeLessThan(4);
  expect(found).toBeGreaterThan(0);
});

/** In the page: by how many pixels what is on the screen went up, while its reader scrolls up. */
const watchJumps = `(() => {
  const jumps = [];
  let before = new Map();
  const look = () => {
    const now = new Map();
    for (const turn of document.querySelectorAll('[data-turn]')) {
      const { bottom } = turn.getBoundingClientRect();
      if (bottom < 60 || bottom > innerHeight) continue;
      now.set(turn, bottom);
      if (bottom < before.get(turn) - 1) jumps.push(before.get(turn) - bottom);
    }
    before = now;
    requestAnimationFrame(look);
  };
  look();
  return jumps;
})()`;
