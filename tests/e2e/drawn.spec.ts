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
  await lab.provider('first', 'openai', [{ text: answer }]);
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
});
