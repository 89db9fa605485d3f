/**
 * What the owner attaches: content under its hash, so that the same file is kept once.
 * Layout: `attachments/<sha256>` (the bytes) and `attachments/<sha256>.json` (name and type).
 */
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { AttachmentRef } from '../../protocol/index.ts';
import type { HomePaths } from '../shared/home.ts';
import { hashOf, newId } from '../shared/ids.ts';
import type { ImageData, MessagePart } from '../shared/model.ts';
import { err, ok, type Result } from '../shared/result.ts';
import type { Storage } from '../storage/index.ts';

/** Largest attachment in bytes. */
const MAX_ATTACHMENT_BYTES = 64 * 1024 * 1024;
/** Uploads that nobody finishes are forgotten when newer ones come. */
const OPEN_UPLOADS = 16;
/** Largest piece that is handed out; below 4 MiB as base64. */
const PIECE_BYTES = 2_359_296;
/** Text beyond this is cut for the model, with a mark. */
const MAX_TEXT_CHARS = 200_000;

const description = z.object({
  v: z.literal(1),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number(),
});
type Description = z.infer<typeof description>;

const imageTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);

export interface UploadPiece {
  readonly uploadId?: string;
  readonly name: string;
  readonly mediaType: string;
  readonly offset: number;
  readonly totalBytes: number;
  readonly data: Buffer;
}

export interface UploadState {
  readonly uploadId: string;
  readonly receivedBytes: number;
  readonly attachmentId?: string;
}

export interface AttachmentPiece {
  readonly mediaType: string;
  readonly totalBytes: number;
  readonly data: Buffer;
}

export interface Attachments {
  /** Takes pieces in order; the last one stores the file and answers with its id. */
  put(piece: UploadPiece): Promise<Result<UploadState, 'too_large' | 'conflict' | 'not_found'>>;
  /** Keeps an image that a tool showed. */
  keepImage(name: string, image: ImageData): Promise<AttachmentRef>;
  /** Takes back an upload of this run that was put once and that no message has: a skill that was taken in. */
  discard(id: string): Promise<void>;
  /** Undefined when there is no such attachment. */
  find(id: string): Promise<AttachmentRef | undefined>;
  /** Images as images, texts as text with their name; anything else is named, not sent. */
  read(ids: readonly string[]): Promise<readonly MessagePart[]>;
  /** Its content from `offset`, as much as goes in one message; undefined: there is no such one. */
  readPiece(id: string, offset: number): Promise<AttachmentPiece | undefined>;
}

export function createAttachments(paths: HomePaths, storage: Storage): Attachments {
  const uploads = new Map<
    string,
    { readonly pieces: Buffer[]; received: number; readonly total: number }
  >();
  /** Put once in this run, and wanted by nobody since. */
  const fresh = new Set<string>();
  const fileOf = (id: string): string => join(paths.attachments, id);

  async function descriptionOf(id: string): Promise<Description | undefined> {
    if (!/^[0-9a-f]{64}$/.test(id)) return undefined;
    const text = await storage.read(`${fileOf(id)}.json`);
    if (text === undefined) return undefined;
    try {
      const parsed = description.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : undefined;
    } catch {
      // Torn, or from an archive: then nothing is known of it.
      return undefined;
    }
  }

  async function store(
    { name, mediaType }: Pick<Description, 'name' | 'mediaType'>,
    content: Buffer,
  ): Promise<string> {
    const id = hashOf(content);
    // What is there already may stand in a conversation.
    if (existsSync(fileOf(id))) fresh.delete(id);
    else fresh.add(id);
    const info: Description = { v: 1, name, mediaType, bytes: content.length };
    await storage.write(fileOf(id), content);
    await storage.write(`${fileOf(id)}.json`, `${JSON.stringify(info)}\n`);
    return id;
  }

  async function partOf(id: string): Promise<MessagePart> {
    const info = await descriptionOf(id);
    const isThere = info !== undefined && existsSync(fileOf(id));
    if (!isThere) return { type: 'text', text: `[attachment ${id} is missing]` };
    if (imageTypes.has(info.mediaType)) {
      const data = (await readFile(fileOf(id))).toString('base64');
      return { type: 'image', mediaType: info.mediaType, data };
    }
    const bytes = await readFile(fileOf(id));
    const text = bytes.includes(0) ? undefined : bytes.toString('utf8');
    if (text === undefined) {
      return {
        type: 'text',
        text: `[attachment "${info.name}" (${info.mediaType}, ${info.bytes} bytes) is not text or an image; it was not sent]`,
      };
    }
    const shown =
      text.length > MAX_TEXT_CHARS
        ? `${text.slice(0, MAX_TEXT_CHARS)}\n[cut: ${text.length} characters in all]`
        : text;
    const safe = shown.replaceAll('</attachment', '<\\/attachment');
    return {
      type: 'text',
      text: `<attachment name=${JSON.stringify(info.name)}>\n${safe}\n</attachment>`,
    };
  }

  return {
    async put(piece) {
      if (piece.totalBytes > MAX_ATTACHMENT_BYTES) return err('too_large');
      const uploadId = piece.uploadId ?? newId('u');
      if (piece.uploadId === undefined) {
        uploads.set(uploadId, { pieces: [], received: 0, total: piece.totalBytes });
        const oldest = [...uploads.keys()][0];
        if (uploads.size > OPEN_UPLOADS && oldest !== undefined) uploads.delete(oldest);
      }
      const upload = uploads.get(uploadId);
      if (upload === undefined) return err('not_found');
      if (piece.offset !== upload.received || piece.totalBytes !== upload.total)
        return err('conflict');
      if (upload.received + piece.data.length > upload.total) return err('too_large');
      upload.pieces.push(piece.data);
      upload.received += piece.data.length;
      const state = { uploadId, receivedBytes: upload.received };
      if (upload.received < upload.total) return ok(state);
      uploads.delete(uploadId);
      return ok({ ...state, attachmentId: await store(piece, Buffer.concat(upload.pieces)) });
    },
    async keepImage(name, { mediaType, data }) {
      const id = await store({ name, mediaType }, Buffer.from(data, 'base64'));
      return { id, name };
    },
    async discard(id) {
      if (!fresh.delete(id)) return;
      await storage.remove(`${fileOf(id)}.json`);
      await storage.remove(fileOf(id));
    },
    async find(id) {
      fresh.delete(id);
      const found = await descriptionOf(id);
      return found === undefined ? undefined : { id, name: found.name };
    },
    read: (ids) => Promise.all(ids.map(partOf)),
    async readPiece(id, offset) {
      const info = await descriptionOf(id);
      if (info === undefined || !existsSync(fileOf(id))) return undefined;
      const file = await open(fileOf(id), 'r');
      try {
        const { size: totalBytes } = await file.stat();
        const data = Buffer.alloc(Math.max(0, Math.min(PIECE_BYTES, totalBytes - offset)));
        const { bytesRead } = await file.read(data, 0, data.length, offset);
        return { mediaType: info.mediaType, totalBytes, data: data.subarray(0, bytesRead) };
      } finally {
        await file.close();
      }
    },
  };
}
