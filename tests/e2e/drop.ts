/** Files from the disk dropped onto a place of the page, as a file manager does it. */
import type { Locator, Page } from '@playwright/test';

export async function dropFiles(
  page: Page,
  onto: Locator,
  files: readonly string[],
): Promise<void> {
  await onto.scrollIntoViewIfNeeded();
  const box = await onto.boundingBox();
  if (box === null) throw new Error('there is no place to drop onto');
  const session = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await session.detach();
}
