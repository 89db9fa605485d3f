/** Files on their way in and out, in pieces; part of the table in `methods.ts`. */
import { z } from 'zod';
import { archiveResult } from '../mind.ts';
import { empty } from './parts.ts';

export const transferMethods = {
  /** Content in pieces of at most 4 MiB of base64; the last piece answers with the id (its hash). */
  'attachment.put': {
    params: z.object({
      name: z.string().max(255),
      mediaType: z.string().max(255),
      data: z.base64(),
      uploadId: z.string().optional(),
      offset: z.number().int().nonnegative(),
      totalBytes: z.number().int().nonnegative(),
    }),
    result: z.object({
      uploadId: z.string(),
      receivedBytes: z.number(),
      attachmentId: z.string().optional(),
    }),
  },
  /** At most 4 MiB of base64 of something attached, from `offset`; empty at its end. */
  'attachment.read': {
    params: z.object({ attachmentId: z.string(), offset: z.number().int().nonnegative() }),
    result: z.object({ data: z.base64(), mediaType: z.string(), totalBytes: z.number() }),
  },
  /** Packs the mind (workspace and attachments, no secrets) into one archive. */
  'archive.create': {
    params: empty,
    result: z.object({
      archiveId: z.string(),
      name: z.string(),
      files: z.number(),
      bytes: z.number(),
    }),
  },
  /** At most 4 MiB of the archive from `offset`; empty at its end. */
  'archive.read': {
    params: z.object({ archiveId: z.string(), offset: z.number().int().nonnegative() }),
    result: z.object({ data: z.base64(), totalBytes: z.number() }),
  },
  /** An archive on its way in, in pieces of at most 4 MiB; the first one without `archiveId`. */
  'archive.put': {
    params: z.object({
      archiveId: z.string().optional(),
      data: z.base64(),
      offset: z.number().int().nonnegative(),
      totalBytes: z.number().int().nonnegative(),
    }),
    result: z.object({ archiveId: z.string(), receivedBytes: z.number() }),
  },
  /** What an import of an archive that was sent would do; changes nothing. */
  'archive.review': { params: z.object({ archiveId: z.string() }), result: archiveResult },
  /** One file of an archive that was sent, to be read before it is taken in. */
  'archive.file': {
    params: z.object({ archiveId: z.string(), path: z.string().max(1000) }),
    result: z.object({
      bytes: z.number(),
      /** Not there where it is no text. */
      text: z.string().optional(),
      /** The text that is here under that name. */
      before: z.string().optional(),
      /** One of the two is longer. */
      cut: z.boolean(),
    }),
  },
  /** Takes in what is new; with `replace` also what differs, keeping a copy in the trash. */
  'archive.import': {
    params: z.object({ archiveId: z.string(), replace: z.boolean().optional() }),
    result: archiveResult,
  },
} as const;
