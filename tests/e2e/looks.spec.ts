import type { Page } from '@playwright/test';
import { sentences } from '../../protocol/sentences/index.ts';
import { expectAccessible } from './axe.ts';
import { enter, expect, say, shown, test } from './host.ts';

/** Wider than the window, or past its edge: something is cut off or pushes the page sideways. */
const overflow = `(() => {
  const wide = document.documentElement.clientWidth;
  const found = [...document.querySelectorAll('#root *')].filter((element) => {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return false;
    if (box.left >= -1 && box.right <= wide + 1) return false;
    for (let up = element.parentElement; up; up = up.parentElement) {
      const { overflowX } = getComputedStyle(up);
      if (overflowX !== 'visible') return false;
    }
    return true;
  });
  return found.map((element) => element.outerHTML.slice(0, 120));
})()`;

const rooms = [
  '/',
  '/inspect',
  '/mind',
  '/memory',
  '/tasks',
  '/usage',
  '/settings/models',
  '/settings/looks',
  '/settings/desktop',
  '/help/keys',
];

test('Arabic: from right to left, remembered without a model, nothing cut off at 900 px and at 200 %', async ({
  lab,
  page,
}) => {
  await lab.configure({ providers: {}, cascade: [], ui: { language: 'ar' } });
  const { url } = await lab.start();
  await enter(page, url);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { name: 'مرحبًا' })).toBeVisible();
  const side = page.getByRole('complementary').first();
  await expect.poll(async () => (await side.boundingBox())?.x).toBeGreaterThan(900);
  const composer = page.getByRole('textbox', { name: 'الرسالة' });
  await composer.fill('تذكّر أن اسمي ليلى');
  await composer.press('Enter');
  await expect(shown(page, /سأتذكر/)).toBeVisible();
  await composer.fill('ماذا تعرف عني؟');
  await composer.press('Enter');
  await expect(page.getByRole('article').last().getByText(/ليلى/).first()).toBeVisible();
  await expectAccessible(page, 'a conversation');
  // From right to left the sign before a command would stand behind it, and a fact away from its date.
  await composer.fill('/');
  const command = page.getByRole('option').first().getByText('/new');
  await expect(command).toHaveCSS('direction', 'ltr');
  await composer.fill('');
  await page.goto(new URL('/memory', url).href);
  const fact = page.getByRole('listitem').locator('bdi').first();
  await expect(fact).toHaveCSS('text-align', 'right');
  for (const room of rooms) {
    await page.goto(new URL(room, url).href);
    await expect(page.getByRole('main').locator('h1, h2').first()).toBeVisible();
    for (const size of [
      { width: 900, height: 800 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(size);
      await expect
        .poll(() => page.evaluate(overflow), { message: `${room} at ${size.width}` })
        .toEqual([]);
    }
  }
  // At 200 % the list of conversations is reached, not squeezed to nothing; commands leave the field in sight.
  await page.getByRole('button', { name: 'إظهار المحادثات' }).click();
  await page.getByRole('link', { name: 'تذكّر أن اسمي ليلى' }).click();
  await composer.fill('/');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(composer).toBeInViewport();
});

test('high contrast is free of faults in every room, also at seven to one', async ({
  lab,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await lab.configure({ providers: {}, cascade: [], ui: { contrast: 'more' } });
  const { url } = await lab.start();
  await enter(page, url);
  await say(page, 'help');
  await expect(page.getByText('Why?').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more');
  // Where a shade is too little a line says which conversation is open.
  const open = page.getByRole('list').getByRole('link', { name: 'help', exact: true });
  await expect(open).toHaveAttribute('aria-current', 'page');
  await expect(open).not.toHaveCSS('box-shadow', 'none');
  const check = (state: string): Promise<void> =>
    expectAccessible(page, state, { also: ['color-contrast-enhanced'] });
  await check('conversation');
  for (const room of rooms) {
    await page.goto(new URL(room, url).href);
    await expect(page.getByRole('main').locator('h1, h2').first()).toBeVisible();
    await check(room);
  }
});

/** Pieces of the brain's English sentences that a page shows. */
async function englishOn(page: Page): Promise<readonly string[]> {
  const text = await page.locator('body').innerText();
  return Object.values(sentences)
    .flatMap((template) => template.split(/\{\w+\}/))
    .map((piece) => piece.trim())
    .filter((piece) => piece.length >= 12 && text.includes(piece));
}

test('German: a failing provider, questions, a denied tool and a refused setting say nothing in English', async ({
  lab,
  page,
}) => {
  await lab.provider('claude', 'anthropic', () => ({ status: 529 }));
  await lab.provider('second', 'openai', [
    {
      toolCalls: [
        { name: 'Write', args: { file_path: 'neu.txt', content: 'neu\n' } },
        { name: 'Bash', args: { command: 'git push' } },
        { name: 'Read', args: { file_path: 'geheim.txt' } },
      ],
    },
    { text: 'Fertig.' },
    { toolCalls: [{ name: 'Bash', args: { command: 'echo bereit.; sleep 600' } }] },
  ]);
  const german = { ui: { language: 'de' }, permissions: { deny: ['Read(geheim.txt)'] } };
  await lab.configure(german);
  const { url } = await lab.start();
  await enter(page, url);
  const composer = page.getByRole('textbox', { name: 'Nachricht' });
  await composer.fill('Schreib etwas');
  await composer.press('Enter');
  await expect(shown(page, /claude ist überlastet \(529\)\..*Ruht für \d+ s\./)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'neu.txt anlegen' })).toBeVisible();
  await expect(page.getByText('Es ändert eine Datei.')).toBeVisible();
  expect(await englishOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Einmal erlauben' }).click();
  await expect(
    page.getByText(/Ein Push veröffentlicht Commits auf einem Server/).first(),
  ).toBeVisible();
  expect(await englishOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Ablehnen …' }).click();
  await page.getByRole('button', { name: 'Ablehnen', exact: true }).click();
  await expect(shown(page, 'Fertig.')).toBeVisible();
  for (const name of [/Write/, /Bash/, /Read/]) {
    await page.getByRole('article').getByRole('button', { name }).first().click();
  }
  await expect(page.getByText('Du hast nein gesagt.')).toBeVisible();
  await expect(page.getByText(/neu\.txt.? angelegt: .?1.? Zeile/)).toBeVisible();
  await expect(
    page.getByText(/Eine Regel in den Einstellungen verbietet es/).first(),
  ).toBeVisible();
  expect(await englishOn(page)).toEqual([]);

  // What its owner stopped has not failed, and that is so after a reload, too.
  await composer.fill('Warte');
  await composer.press('Enter');
  await page.getByRole('button', { name: 'Einmal erlauben' }).click();
  // The output, not the command that will put it out.
  await expect(shown(page, /^bereit\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Anhalten' }).click();
  const line = page
    .getByRole('article')
    .last()
    .getByRole('button', { name: /^angehalten Bash/ });
  await expect(line).toBeVisible();
  await page.reload();
  await line.click();
  await expect(page.getByText('[von dir angehalten;')).toBeVisible();
  expect(await englishOn(page)).toEqual([]);

  await lab.configure({ ...german, limits: { maxIterations: 'viele' } });
  await page.goto(new URL('/settings/health', url).href);
  await expect(page.getByText(/erwartet wird eine Zahl, da steht ein Text/).first()).toBeVisible();
  expect(await englishOn(page)).toEqual([]);
});
