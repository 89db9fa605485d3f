/** Pictures among the attachments, as addresses of this page: read from the brain, never from elsewhere. */
import { useEffect, useState } from 'react';
import { call } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';
import { fromBase64 } from '../transport/pieces.ts';

const mediaTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);
/** Beyond this the ones that were asked for longest ago are read anew when they are shown again. */
const mostKept = 48;

const kept = new Map<string, Promise<Found>>();

export const isPicture = (name: string): boolean => /\.(?:png|jpe?g|gif|webp)$/i.test(name);

/** Its address on this page; `none` where it is no picture, `gone` where nothing is kept of it. */
type Found =
  | { readonly kind: 'picture'; readonly url: string }
  | { readonly kind: 'none' | 'gone' };

/** Undefined while it is read, and unless `wanted`. */
export function usePicture(id: string, wanted: boolean): Found | undefined {
  const [read, setRead] = useState<{ readonly id: string; readonly found: Found }>();
  useEffect(() => {
    if (!wanted) return;
    let late = false;
    void pictureOf(id).then((found) => {
      if (!late) setRead({ id, found });
    });
    return () => {
      late = true;
    };
  }, [id, wanted]);
  return wanted && read?.id === id ? read.found : undefined;
}

/** This window has it already: it need not come back from the brain. */
export function keepPicture(id: string, file: File): void {
  if (!mediaTypes.has(file.type) || kept.has(id)) return;
  keep(id, Promise.resolve({ kind: 'picture', url: URL.createObjectURL(file) }));
}

function pictureOf(id: string): Promise<Found> {
  return kept.get(id) ?? keep(id, readPicture(id));
}

function keep(id: string, found: Promise<Found>): Promise<Found> {
  kept.set(id, found);
  const [oldest] = kept;
  if (kept.size > mostKept && oldest !== undefined) {
    kept.delete(oldest[0]);
    void oldest[1].then((old) => old.kind === 'picture' && URL.revokeObjectURL(old.url));
  }
  return found;
}

async function readPicture(attachmentId: string): Promise<Found> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  try {
    for (;;) {
      const { data, mediaType, totalBytes } = await call('attachment.read', {
        attachmentId,
        offset,
      });
      if (!mediaTypes.has(mediaType)) return { kind: 'none' };
      const part = fromBase64(data);
      parts.push(part);
      offset += part.length;
      if (offset < totalBytes && part.length > 0) continue;
      const url = URL.createObjectURL(new Blob(parts, { type: mediaType }));
      return { kind: 'picture', url };
    }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    // The next time it is asked for again.
    kept.delete(attachmentId);
    return { kind: error.reason === 'not_found' ? 'gone' : 'none' };
  }
}
