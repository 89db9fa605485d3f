import type { Page } from '@playwright/test';
import { enter, expect, say, shown, test } from './host.ts';

const answer = `The area is $\\pi r^2$, for $5 or $10:

$$
\\sum_{i=1}^{n} i
= \\frac{n(n+1)}{2}
$$

\`\`\`mermaid
flowchart LR
  A[Message] --> B{Judged}
  B -->|safe| C[Done]
\`\`\`

Hostile: $\\href{javascript:window.hacked=1}{x}$ $\\includegraphics{http://127.0.0.1:9/f.png}$ $\\def\\a{\\a\\a}\\a$

\`\`\`mermaid
flowchart LR
  H["<img src='http://127.0.0.1:9/m.png' onerror='window.hacked=1'>"] --> I[second]
  click H href "javascript:window.hacked=1"
\`\`\`

\`\`\`mermaid
this is no diagram at all
\`\`\`

The end.`;

const paragraphs = Array.from({ length: 60 }, (_, index) => `Paragraph ${index + 1}.`);
const tall = `\`\`\`mermaid
flowchart TD
  A --> B --> C --> D --> E --> F
\`\`\`

${paragraphs.join('\n\n')}`;

/** No diagram is drawn from now on until what this gives is called. */
async function holdDiagrams(page: Page): Promise<() => Promise<void>> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/diagram/**', async (route) => {
    await held;
    await route.continue();
  });
  return async () => {
    release();
    await expect(page.getByRole('article').last().locator('img')).toHaveCount(1);
    // What it moves is moved in the frames after it.
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    );
    await page.unroute('**/diagram/**');
  };
}

test('formulas and diagrams are drawn, and hostile ones run and fetch nothing', async ({
  lab,
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await lab.provider('first', 'openai', [{ text: answer }, { text: tall }]);
  await lab.configure();
  await enter(page, (await lab.start()).url);
  await say(page, 'Draw');
  await expect(shown(page, 'The end.')).toBeVisible();
  const turn = page.getByRole('article').last();
  await expect(turn.locator('math').first()).toBeAttached();
  await expect(turn.getByText('for $5 or $10:')).toBeVisible();
  await expect(turn.locator('math[display=block]')).toHaveCount(1);
  const diagram = turn.getByRole('img', { name: 'Diagram' });
  await expect(diagram).toHaveCount(2);
  await expect(turn.getByText('cannot be drawn')).toBeVisible();
  await expect(turn.getByText('this is no diagram at all')).toBeVisible();
  const width = async () => (await diagram.first().boundingBox())?.width;
  await expect.poll(width).toBeGreaterThan(200);
  await turn.getByRole('button', { name: 'Show the source' }).first().click();
  await expect(turn.getByText('A[Message] --> B{Judged}')).toBeVisible();

  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
  expect(asked.filter((url) => url.includes(':9/'))).toEqual([]);
  const links = await turn.locator('a').evaluateAll((all) => all.map(String));
  for (const link of links) expect(link).not.toContain('javascript');
  // All that a policy had to stop was the handler, and that within the frame without rights.
  expect(faults.filter((text) => !text.startsWith('Executing inline event handler'))).toEqual([]);

  // One that is drawn late, above what is read, does not move it.
  await say(page, 'Draw a tall one');
  await expect(shown(page, 'Paragraph 60.')).toBeVisible();
  await expect(page.getByRole('article').last().locator('img')).toHaveCount(1);
  await page.evaluate(() => localStorage.removeItem('connectome.diagrams'));
  const draw = await holdDiagrams(page);
  await page.reload();
  const read = page.getByText('Paragraph 40.', { exact: true });
  await expect(read).toBeAttached();
  // Until it has settled the list goes back to its end.
  await expect(async () => {
    await page.locator('[data-scroller]').evaluate((element) => {
      element.scrollTop = element.scrollHeight - element.clientHeight - 700;
    });
    const toEnd = page.getByRole('button', { name: 'To the newest message' });
    await expect(toEnd).toBeVisible({ timeout: 2000 });
  }).toPass();
  const placeOf = async () => (await read.boundingBox())?.y ?? Number.NaN;
  const before = await placeOf();
  await draw();
  expect(Math.abs((await placeOf()) - before)).toBeLessThan(2);

  // One that was drawn before has its room at once.
  const drawAgain = await holdDiagrams(page);
  await page.reload();
  await expect(read).toBeAttached();
  const figure = page.getByRole('article').last().locator('figure');
  const heightOf = async () => (await figure.boundingBox())?.height;
  const reserved = await heightOf();
  expect(reserved).toBeGreaterThan(300);
  await drawAgain();
  expect(await heightOf()).toBe(reserved);
});
