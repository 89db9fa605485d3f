/** Archives of minds for tests: out of a brain, into one, and made by hand. */
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import type { Client } from './brain-client.ts';

const PIECE_BYTES = 1024 * 1024;

type Caller = Pick<Client, 'call'>;

export async function exportMind(client: Caller): Promise<Buffer> {
  const { archiveId, bytes } = await client.call('archive.create', {});
  const parts: Buffer[] = [];
  for (let offset = 0; offset < bytes; ) {
    const { data } = await client.call('archive.read', { archiveId, offset });
    const piece = Buffer.from(data, 'base64');
    parts.push(piece);
    offset += piece.length;
  }
  return Buffer.concat(parts);
}

/** Sends an archive in pieces; gives its id. */
export async function sendMind(client: Caller, archive: Buffer): Promise<string> {
  let archiveId: string | undefined;
  for (let offset = 0; offset < archive.length; offset += PIECE_BYTES) {
    const put = await client.call('archive.put', {
      ...(archiveId === undefined ? {} : { archiveId }),
      data: archive.subarray(offset, offset + PIECE_BYTES).toString('base64'),
      offset,
      totalBytes: archive.length,
    });
    archiveId = put.archiveId;
  }
  return archiveId ?? '';
}

export const manifest = { v: 1, at: '2026-11-21T09:00:00.000+01:00', program: '0.0.0-test' };

export interface HandMadeFile {
  readonly name: string;
  readonly content: string | Buffer;
  /** Unix mode; a symbolic link is 0o120777. */
  readonly mode?: number;
  /** The name that really stands in the archive; as long as `name`, and perhaps not allowed. */
  readonly evilName?: string;
}

/** A zip of exactly these files. */
export async function handMade(files: readonly HandMadeFile[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content, mode = 0o100600 } of files) {
    zip.addBuffer(Buffer.from(content), name, { mode });
  }
  zip.end();
  const parts: Uint8Array[] = [];
  for await (const part of zip.outputStream as AsyncIterable<Uint8Array>) parts.push(part);
  let archive = Buffer.concat(parts).toString('latin1');
  for (const { name, evilName } of files) {
    if (evilName !== undefined) archive = archive.replaceAll(name, evilName);
  }
  return Buffer.from(archive, 'latin1');
}

/** Everything in an archive, unpacked, by name. */
export async function unpacked(archive: Buffer): Promise<ReadonlyMap<string, string>> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true });
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const parts: Uint8Array[] = [];
    const stream = await zip.openReadStreamPromise(entry);
    for await (const part of stream as AsyncIterable<Uint8Array>) parts.push(part);
    files.set(entry.fileName, Buffer.concat(parts).toString('utf8'));
  }
  return files;
}
