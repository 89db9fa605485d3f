import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeLongSession } from '../support/long-session.ts';
import { onePagePdf } from '../support/one-page-pdf.ts';
import { expectAccessible } from './axe.ts';
import { enter, expect, say, shown, test } from './host.ts';

test('a message is edited in its place and tried again with another model; the old version can be read on', async ({
  lab,
  page,
  context,
}) => {
  const first = await lab.provider('first', 'openai', (_request, n) => ({ text: `Answer ${n}.` }));
  const written = 'Said by another.\n\n```ts\nconst **a** = 1;\n```';
  await lab.provider('second', 'anthropic', [{ text: written }]);
  await lab.configure();
  await enter(page, (await lab.start()).url);
  await say(page, 'The apple question');
  await expect(shown(page, 'Answer 1.')).toBeVisible();
  await say(page, 'About that apple');
  await expect(shown(page, 'Answer 2.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Stop/ })).toHaveCount(0);

  await page.getByRole('article').first().hover();
  await page.getByRole('button', { name: 'Edit and send again' }).first().click();
  const field = page.getByRole('textbox', { name: 'Edit and send again' });
  await expect(field).toBeFocused();
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit and send again' }).first().click();
  await expect(page.getByText('What came after this message is set aside.')).toBeVisible();
  await field.fill('The pear question');
  await field.press('Enter');
  await expect(shown(page, 'Answer 3.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article').getByText(/apple/)).toHaveCount(0);
  expect(JSON.stringify(first.chats.at(-1)?.body)).not.toContain('apple');

  await page.getByRole('article').first().hover();
  await page.getByRole('button', { name: 'Try again, also with another model' }).click();
  await page.getByRole('menuitemradio', { name: /test-anthropic/ }).click();
  await expect(shown(page, 'Said by another.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.reload();
  await expect(shown(page, 'Said by another.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);

  // It is taken along as it was written: the whole, its code alone, and as a file.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  const answer = page.getByRole('article').last();
  await answer.hover();
  await answer.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect.poll(copied).toBe(written);
  await answer.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(copied).toBe('const **a** = 1;');
  const saving = page.waitForEvent('download');
  await answer.getByRole('button', { name: 'Save as a file' }).click();
  expect((await saving).suggestedFilename()).toBe('code.ts');
  await answer.getByRole('button', { name: 'Wrap long lines' }).click();
  await expect(answer.locator('pre')).toHaveCSS('white-space', /wrap/);

  // From here on in another conversation, which has all of this one; this one stays as it is.
  const here = page.url();
  await answer.getByRole('button', { name: 'Go on from here in a new conversation' }).click();
  await expect(page).not.toHaveURL(here);
  await expect(shown(page, 'Said by another.')).toBeVisible();
  await say(page, 'Only in the copy');
  await expect(shown(page, 'Answer 4.')).toBeVisible();
  await page.goto(here);
  await expect(shown(page, 'Said by another.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Earlier version' }).click();
  await expect(shown(page, 'Answer 3.')).toBeVisible();
});

test('commands are completed and carried out; drafts and attachments survive a reload; a PDF is sent as its text', async ({
  lab,
  page,
}) => {
  const model = await lab.provider('first', 'openai', (_request, n) => ({ text: `Answer ${n}.` }));
  await lab.configure();
  await enter(page, (await lab.start()).url);
  const composer = page.getByRole('textbox', { name: 'Message', exact: true });
  await composer.fill('/mo');
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  await expect(options).toHaveText([/^\/model/, /^\/mode/]);
  await composer.press('ArrowDown');
  await composer.press('Tab');
  await expect(composer).toHaveValue('/mode ');
  await composer.pressSequentially('acc');
  await composer.press('Enter');
  await expect(page.getByRole('button', { name: 'Mode: Accept edits' })).toBeVisible();
  await expect(composer).toHaveValue('');
  // What only looks like a command is a message.
  await say(page, '/home/ada/notes.txt is where?');
  await expect(shown(page, 'Answer 1.')).toBeVisible();
  await composer.fill('/model refl');
  await composer.press('Enter');
  await expect(page.getByRole('button', { name: 'Model: Reflexes' })).toBeVisible();
  await composer.fill('/model auto');
  await composer.press('Enter');
  await expect(page.getByRole('button', { name: /^Model: test/ })).toBeVisible();

  await page.locator('input[type=file]').setInputFiles([
    {
      name: 'report.pdf',
      mimeType: 'application/pdf',
      buffer: onePagePdf('The keeper counts ships'),
    },
  ]);
  await expect(page.getByRole('button', { name: 'Remove report.pdf' })).toBeVisible();
  // A picture is dropped, a text is pasted.
  const png = await readFile(
    join(import.meta.dirname, '..', '..', 'docs', 'images', 'window-narrow.png'),
  );
  await page.evaluate(`{
    const field = document.getElementById('message-field');
    const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (c) => c.charCodeAt(0));
    const dropped = new DataTransfer();
    dropped.items.add(new File([bytes], 'shot.png', { type: 'image/png' }));
    field.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true }));
    const pasted = new DataTransfer();
    pasted.items.add(new File(['pasted words'], 'notes.txt', { type: 'text/plain' }));
    const more = { clipboardData: pasted, bubbles: true, cancelable: true };
    field.dispatchEvent(new ClipboardEvent('paste', more));
  }`);
  for (const name of ['shot.png', 'notes.txt']) {
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  }
  await composer.fill('What do they say?');
  const lookedUp = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        const sent = String(payload);
        if (sent.includes('"chat.compose"') && sent.includes('What do they say?')) resolve();
      }),
    );
  });
  await page.reload();
  await expect(composer).toHaveValue('What do they say?');
  // What is written is looked up before it is sent.
  await lookedUp;
  // What is a picture is seen, also when this page never had the file.
  const files = page.getByRole('list', { name: 'Files that go with the message' });
  await expect(files.getByRole('img', { name: 'shot.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove notes.txt' }).click();
  await composer.press('Enter');
  await expect(shown(page, 'Answer 2.')).toBeVisible();
  const sent = JSON.stringify(model.chats.at(-1)?.body);
  expect(sent).toContain('The keeper counts ships');
  expect(sent).toContain('data:image/png;base64,');
  expect(sent).not.toContain('pasted words');
  await expect(files).toHaveCount(0);
  const picture = page.getByRole('article').last().getByRole('img', { name: 'shot.png' });
  await picture.click();
  const large = page.getByRole('dialog', { name: 'shot.png' });
  await expect(large.getByRole('img', { name: 'shot.png' })).toBeVisible();
  await expectAccessible(page, 'a picture, large');
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
  // From this page itself: whatever a name says, nothing is loaded from elsewhere.
  expect(await picture.getAttribute('src')).toMatch(/^blob:/);

  // Of a pasted log the end is in sight while it is written, and its beginning when it is sent.
  await composer.fill(Array.from({ length: 200 }, (_, n) => `line ${n}`).join('\n'));
  await composer.press('ControlOrMeta+End');
  await composer.pressSequentially('.');
  const scrolled = 'document.getElementById("message-field").scrollTop';
  await expect.poll(() => page.evaluate<number>(scrolled)).toBeGreaterThan(1000);
  await composer.press('Enter');
  await expect(shown(page, 'Answer 3.')).toBeVisible();
  const all = page.getByRole('button', { name: 'Show all 200 lines' });
  await expect(all).toBeInViewport();
  await all.click();
  await expect(page.getByRole('button', { name: 'Show less' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
});

test('a text is found anywhere in a long conversation, from the newest place to the oldest', async ({
  lab,
  page,
}) => {
  const sessionId = 's_00000000000000000000000001';
  await lab.provider('first', 'openai', [{ text: 'x' }]);
  await lab.configure();
  await writeLongSession(lab.home, sessionId, 600);
  await enter(page, (await lab.start()).url);
  await page.getByRole('link', { name: /^Long/ }).click();
  await expect(shown(page, 'Answer 300.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+f');
  const field = page.getByRole('textbox', { name: 'Find in this conversation' });
  await expect(field).toBeFocused();
  // In three turns, far from each other, only in the question.
  await field.fill('OF YEAR 12');
  await expect(page.getByRole('search').getByText('100 of 100')).toBeVisible();
  await expect(shown(page, /year 1299\?/)).toBeInViewport();
  await field.fill('of year 1003');
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await expect(shown(page, /year 1003\?/)).toBeInViewport();
  const marked = "[...(CSS.highlights.get('found-now') ?? [])].map((range) => range.toString())";
  await expect.poll(() => page.evaluate<string[]>(marked)).toEqual(['of year 1003']);
  await field.fill('keeper counts');
  await expect(page.getByText(/^(\d+) of \1$/)).toBeVisible();
  await field.press('Enter');
  await expect(page.getByText(/^(?!(\d+) of \1$)\d+ of \d+$/)).toBeVisible();
  await field.fill('no such words');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused();
});
