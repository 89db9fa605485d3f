/** Archives between the brain and this window, piece by piece. `onShare` hears 0..1. */
import { call } from '../transport/brain.ts';
import { fromBase64, pieceBytes, toBase64 } from '../transport/pieces.ts';

export async function fetchArchive(
  archiveId: string,
  onShare: (share: number) => void,
): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (;;) {
    const { data, totalBytes } = await call('archive.read', { archiveId, offset });
    const piece = fromBase64(data);
    pieces.push(piece);
    offset += piece.length;
    onShare(totalBytes === 0 ? 1 : offset / totalBytes);
    if (piece.length === 0 || offset >= totalBytes) break;
  }
  return new Blob(pieces, { type: 'application/zip' });
}

/** Gives the id of the archive that was sent. */
export async function sendArchive(file: File, onShare: (share: number) => void): Promise<string> {
  let archiveId: string | undefined;
  let offset = 0;
  do {
    const piece = new Uint8Array(await file.slice(offset, offset + pieceBytes).arrayBuffer());
    const put = await call('archive.put', {
      ...(archiveId === undefined ? {} : { archiveId }),
      data: toBase64(piece),
      offset,
      totalBytes: file.size,
    });
    archiveId = put.archiveId;
    offset = put.receivedBytes;
    onShare(file.size === 0 ? 1 : offset / file.size);
  } while (offset < file.size);
  return archiveId;
}
