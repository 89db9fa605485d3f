/** An archive of skills is not kept once it was taken in; what a conversation has stays, also if it is the same. */
import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createAttachments } from '../../../brain/hippocampus/attachments.ts';
import { homePaths } from '../../../brain/shared/home.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { tempFolder } from '../../support/temp-home.ts';

async function scene() {
  const paths = homePaths(await tempFolder());
  const storage = createStorage();
  const attachments = createAttachments(paths, storage);
  async function put(text: string): Promise<string> {
    const data = Buffer.from(text);
    const piece = { name: 'skills.zip', mediaType: 'application/zip', offset: 0, data };
    const done = await attachments.put({ ...piece, totalBytes: data.length });
    return (done.ok && done.value.attachmentId) || 'none';
  }
  const kept = () => readdir(paths.attachments).catch(() => []);
  return { paths, storage, attachments, put, kept };
}

it('what was put for a look alone is gone, whole', async () => {
  const { attachments, put, kept } = await scene();
  const id = await put('an archive');
  expect(await kept()).toHaveLength(2);
  await attachments.discard(id);
  expect(await kept()).toEqual([]);
  await attachments.discard(id);
  await attachments.discard('../../config');
});

it('what a message has, or was put again, or is from an earlier run, stays', async () => {
  const { paths, storage, attachments, put, kept } = await scene();
  const sent = await put('sent with a message');
  expect(await attachments.find(sent)).toMatchObject({ id: sent });
  await attachments.discard(sent);
  const twice = await put('put twice');
  expect(await put('put twice')).toBe(twice);
  await attachments.discard(twice);
  const earlier = await put('of an earlier run');
  await createAttachments(paths, storage).discard(earlier);
  expect(await kept()).toHaveLength(6);
});
