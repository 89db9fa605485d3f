import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { enter, expect, say, shown, test } from './host.ts';

const write = (name: string) => ({
  name: 'Write',
  args: { file_path: name, content: `this is ${name}\n` },
});

test('a change is shown and asked for; a denial with its reason reaches the model', async ({
  lab,
  page,
}) => {
  const model = await lab.provider('first', 'anthropic', [
    { text: 'I write two files.', toolCalls: [write('yes.txt'), write('no.txt')] },
    { text: 'One of them is there.' },
  ]);
  await lab.configure();
  await enter(page, (await lab.start()).url);
  await say(page, 'Write two files');
  await expect(
    page.getByText('+this is yes.txt').or(page.getByText('this is yes.txt')).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Allow once' }).click();
  await expect(page.getByText('this is no.txt').first()).toBeVisible();
  await page.getByRole('button', { name: /^Deny/ }).click();
  await page.getByRole('textbox', { name: /why/i }).fill('one is enough');
  await page.keyboard.press('Enter');
  await expect(shown(page, 'One of them is there.')).toBeVisible();
  // The questions are gone: what is typed now is the next message.
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  expect(await readFile(join(lab.workingDir, 'yes.txt'), 'utf8')).toBe('this is yes.txt\n');
  await expect(readFile(join(lab.workingDir, 'no.txt'))).rejects.toThrow('ENOENT');
  expect(JSON.stringify(model.chats[1]?.body)).toContain('one is enough');
});

/** Says something that is not in its own words, and goes on when there is a file. */
const waiting = 'echo $((40 + 2)) ships.; until [ -e go ]; do sleep 0.1; done';

test('a command that a rule asks about every time offers no answer that pretends otherwise, and is seen at work', async ({
  lab,
  page,
}) => {
  await lab.provider('first', 'openai', [
    { toolCalls: [{ name: 'Bash', args: { command: waiting } }] },
    { text: 'Ran.' },
  ]);
  await lab.configure({ permissions: { ask: ['Bash'] } });
  await enter(page, (await lab.start()).url);
  await say(page, 'Run it');
  await expect(page.getByRole('button', { name: 'Allow once' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'For this conversation' })).toBeHidden();
  await page.getByRole('button', { name: 'Allow once' }).click();
  await expect(shown(page, '42 ships.')).toBeVisible();
  await expect(shown(page, 'Running Bash')).toBeVisible();
  await writeFile(join(lab.workingDir, 'go'), '');
  await expect(shown(page, 'Ran.')).toBeVisible();
  await expect(shown(page, '42 ships.')).toBeHidden();
});

test('an approval that waits when the brain is killed waits again in the same window', async ({
  lab,
  page,
}) => {
  await lab.provider('first', 'openai', [
    { toolCalls: [write('late.txt')] },
    { text: 'Written after all.' },
  ]);
  await lab.configure();
  const host = await lab.start();
  await enter(page, host.url);
  await say(page, 'Write late.txt');
  await expect(page.getByRole('button', { name: 'Allow once' })).toBeVisible();
  await host.kill();
  await expect(page.getByText('No connection to the brain').first()).toBeVisible();
  await lab.start();
  await expect(page.getByText('No connection to the brain')).toBeHidden();
  await page.getByRole('button', { name: 'Allow once' }).click();
  await expect(shown(page, 'Written after all.')).toBeVisible();
  expect(await readFile(join(lab.workingDir, 'late.txt'), 'utf8')).toContain('late.txt');
});

test('when the first provider dies the next one takes over and the window says so', async ({
  lab,
  page,
}) => {
  const first = await lab.provider('first', 'anthropic', [{ text: 'Hello from the first.' }]);
  await lab.provider('second', 'ollama', [{ text: 'Hello from the second.' }]);
  await lab.configure();
  await enter(page, (await lab.start()).url);
  await say(page, 'Hi');
  await expect(shown(page, 'Hello from the first.')).toBeVisible();
  await first.close();
  await say(page, 'Still there?');
  await expect(shown(page, 'Hello from the second.')).toBeVisible();
  await expect(page.getByText(/second took over/).first()).toBeVisible();
});
