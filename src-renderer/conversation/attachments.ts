/** Hands files to the brain in pieces; what is sent with a message is only their ids. */
import { call } from '../transport/brain.ts';
import { pieceBytes, toBase64 } from '../transport/pieces.ts';

export interface Attachment {
  readonly id: string;
  readonly name: string;
}

/** `onProgress`: the share that the brain has, 0..1. */
export async function uploadFile(
  file: File,
  onProgress: (share: number) => void,
): Promise<Attachment> {
  let uploadId: string | undefined;
  let offset = 0;
  do {
    const piece = new Uint8Array(await file.slice(offset, offset + pieceBytes).arrayBuffer());
    const answer = await call('attachment.put', {
      name: file.name.slice(-255),
      mediaType: file.type || 'application/octet-stream',
      data: toBase64(piece),
      ...(uploadId === undefined ? {} : { uploadId }),
      offset,
      totalBytes: file.size,
    });
    if (answer.attachmentId !== undefined) return { id: answer.attachmentId, name: file.name };
    if (answer.receivedBytes <= offset) throw new Error('The upload does not move on.');
    uploadId = answer.uploadId;
    offset = answer.receivedBytes;
    onProgress(offset / file.size);
  } while (offset < file.size);
  throw new Error('The upload ended without an id.');
}
