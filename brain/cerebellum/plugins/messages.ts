/** What the brain and a plugin's process say to each other: one JSON object per line. */
import { z } from 'zod';
import { type JsonObject, jsonObject } from '../../../protocol/index.ts';

/** To the child. */
export type ToChild =
  | { readonly type: 'load'; readonly entry: string; readonly context: PluginContext }
  | {
      readonly type: 'call';
      readonly id: number;
      readonly tool: string;
      readonly args: JsonObject;
      readonly workingDir: string;
    }
  | { readonly type: 'abort'; readonly id: number }
  | {
      readonly type: 'answer';
      readonly id: number;
      readonly ok: boolean;
      /** The result, or why there is none. */
      readonly value: unknown;
    }
  | { readonly type: 'destroy' };

/** What `init` is given. */
export interface PluginContext {
  /** The skill's folder. */
  readonly folder: string;
  /** A folder for files that need not stay. */
  readonly temp: string;
}

const pluginTool = z.object({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/),
  description: z.string().max(8_192).default(''),
  parameters: jsonObject.default({}),
});
export type PluginTool = z.infer<typeof pluginTool>;

const image = z.object({
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  data: z.base64(),
});

/** From the child: whatever it says is checked, since any code may be in there. */
export const fromChild = z.discriminatedUnion('type', [
  z.object({ type: z.literal('loaded'), name: z.string(), tools: z.array(pluginTool).max(200) }),
  z.object({ type: z.literal('failed'), reason: z.string() }),
  z.object({
    type: z.literal('result'),
    id: z.number(),
    success: z.boolean(),
    output: z.string(),
    error: z.string().optional(),
    images: z.array(image).max(8).optional(),
  }),
  z.object({
    type: z.literal('ask'),
    id: z.number(),
    call: z.number(),
    method: z.enum(['fetch', 'run']),
    args: z.array(z.json()),
  }),
  z.object({ type: z.literal('output'), call: z.number(), text: z.string() }),
  z.object({ type: z.literal('log'), text: z.string() }),
  z.object({ type: z.literal('destroyed') }),
]);
export type FromChild = z.infer<typeof fromChild>;
