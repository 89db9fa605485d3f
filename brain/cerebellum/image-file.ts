/** Pictures that models can be shown, told by their first bytes: a file's name says nothing. */
import type { ImageData } from '../shared/model.ts';

/** 5 MB of base64: as much as the strictest provider takes of one image. */
export const MAX_IMAGE_BYTES = 3_750_000;
/** So many bytes tell the kind. */
export const IMAGE_HEAD_BYTES = 12;

export function imageTypeOf(head: Buffer): ImageData['mediaType'] | undefined {
  const text = head.toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}
