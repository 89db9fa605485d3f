/**
 * Routers send every maker's reasoning (texts, signatures, sealed blocks) as a list that grows with
 * the stream, and want the same list back.
 */
import type { JsonObject, JsonValue } from '../../../protocol/index.ts';
import { asJsonObject, isFields, listOf } from './fields.ts';

/** Fields that come in pieces; all others come whole. */
const streamed = new Set(['text', 'summary', 'data']);

export interface ReasoningDetails {
  /** `reasoning_details` of one delta. */
  add(value: unknown): void;
  all(): readonly JsonObject[];
}

export function createReasoningDetails(): ReasoningDetails {
  const details: Record<string, JsonValue>[] = [];
  return {
    add(value) {
      for (const piece of listOf(value)) {
        if (!isFields(piece)) continue;
        const last = details.at(-1);
        const continues =
          last !== undefined && last.type === piece.type && last.index === piece.index;
        if (continues) extend(last, asJsonObject(piece));
        else details.push({ ...asJsonObject(piece) });
      }
    },
    all: () => details,
  };
}

function extend(detail: Record<string, JsonValue>, piece: JsonObject): void {
  for (const [name, value] of Object.entries(piece)) {
    const before = detail[name];
    if (value === null && before !== undefined) continue;
    const grows = streamed.has(name) && typeof before === 'string' && typeof value === 'string';
    detail[name] = grows ? before + value : value;
  }
}
