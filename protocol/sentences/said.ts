/**
 * What a text for people is made of, beside the text itself: codes of the catalogue with what fills their
 * templates, and words of others as they are. Windows say it in their language; the text stays what logs,
 * journals, the model and the command line have, and what a window shows of a code that it does not know.
 */
import { z } from 'zod';

/** `text`: the words of others (a server's, a skill's), names and separators, the same in every language. */
export type SaidPart =
  | { readonly text: string }
  | {
      readonly code: string;
      /** A list is a sentence of its own inside this one. `count` decides between singular and plural. */
      readonly params?: Readonly<Record<string, SaidValue>> | undefined;
    };
export type SaidValue = string | number | Said;
/** In their order, joined by nothing. */
export type Said = readonly SaidPart[];

export const saidPart: z.ZodType<SaidPart> = z.lazy(() =>
  z.union([
    z.object({ text: z.string() }),
    z.object({
      code: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number(), z.array(saidPart)])).optional(),
    }),
  ]),
);

/** Stands beside texts; the keys are the names of those fields. */
export const said = z.record(z.string(), z.array(saidPart).readonly()).readonly();
export type SaidFields = z.infer<typeof said>;
