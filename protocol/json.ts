import { z } from 'zod';

/** Any value that survives JSON unchanged. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export const jsonValue: z.ZodType<JsonValue> = z.json() as z.ZodType<JsonValue>;
export const jsonObject: z.ZodType<JsonObject> = z.record(
  z.string(),
  jsonValue,
) as z.ZodType<JsonObject>;
