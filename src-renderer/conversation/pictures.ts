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

const kept = new Map<string, Promise<string | undefined>>();

export const isPicture = (name: string): boolean => /\.(?:png|jpe?g|gif|webp)$/i.test(name);

/** The address of an attachment's picture; undefined while it is read, where it is none, and unless `wanted`. */
export function usePicture(id: string, wanted: boolean): string | undefined {
  const [found, setFound] = useState<{ readonly id: string; readonly url: string }>();
  useEffect(() => {
    if (!wanted) return;
    let late = false;
    void pictureOf(id).then((url) => {
      if (!late && url !== undefined) setFound({ id, url });
    });
    return () => {
      late = true;
    };
  }, [id, wanted]);
  return found?.id === id ? found.url : undefined;
}

/** This window has it already: it need not come back from the brain. */
export function keepPicture(id: string, file: File): void {
  if (!mediaTypes.has(file.type) || kept.has(id)) return;
  keep(id, Promise.resolve(URL.createObjectURL(file)));
}

function pictureOf(id: string): Promise<string | undefined> {
  return kept.get(id) ?? keep(id, readPicture(id));
}

function keep(id: string, url: Promise<string | undefined>): Promise<string | undefined> {
  kept.set(id, url);
  const [oldest] = kept;
  if (kept.size > mostKept && oldest !== undefined) {
    kept.delete(oldest[0]);
    void oldest[1].then((old) => old && URL.revokeObjectURL(old));
  }
  return url;
}

async function readPicture(attachmentId: string): Promise<string | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  try {
    for (;;) {
      const { data, mediaType, totalBytes } = await call('attachment.read', {
        attachmentId,
        offset,
      });
      if (!mediaTypes.has(mediaType)) return undefined;
      const part = fromBase64(data);
      parts.push(part);
      offset += part.length;
      if (offset < totalBytes && part.length > 0) continue;
      return URL.createObjectURL(new Blob(parts, { type: mediaType }));
    }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    // It is shown by its name; the next time it is asked for again.
    kept.delete(attachmentId);
    return undefined;
  }
}
