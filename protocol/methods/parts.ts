/** What many methods' parameters are made of. */
import { z } from 'zod';

export const sessionId = z.string().min(1);
export const turnId = z.string().min(1);
export const empty = z.object({});
export const limit = z.number().int().min(1).max(500);
export const day = z.iso.date();
