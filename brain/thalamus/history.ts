/**
 * The messages as one provider may see them: whose reasoning, which call ids, whose words.
 * Pure, so that the same history always gives the same bytes (provider caches depend on it).
 */
import type { JsonObject } from '../../protocol/index.ts';
import { fenced } from '../shared/fence.ts';
import type { ImageData, MessagePart, ModelMessage } from '../shared/model.ts';

export type SentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly data: string }
  | { readonly type: 'reasoning'; readonly block: JsonObject }
  | {
      readonly type: 'call';
      readonly id: string;
      readonly name: string;
      readonly args: JsonObject;
      readonly providerFields?: JsonObject;
    }
  | {
      readonly type: 'result';
      readonly id: string;
      readonly name: string;
      readonly ok: boolean;
      readonly output: string;
      readonly images: readonly ImageData[];
    };

export interface SentMessage {
  readonly role: ModelMessage['role'];
  readonly parts: readonly SentPart[];
}

export interface Form {
  /** Reasoning goes back to this model only: others of its maker cannot decrypt it. */
  readonly model?: string;
  /** The ids of calls that the format takes: an answer of former settings may have had others. */
  readonly ids?: RegExp;
}

/** No line ends, nothing that cannot be seen. */
const ANY_ID = /^[\x21-\x7e]+$/;
/** What all formats take as the name of a tool. A model may have called for anything. */
const NO_NAME = /[^\w-]/g;
const LONGEST_NAME = 64;

export function historyFor(
  provider: string,
  messages: readonly ModelMessage[],
  { model, ids = ANY_ID }: Form = {},
): readonly SentMessage[] {
  /** Our call id -> the id on the wire. */
  const wireIds = new Map<string, string>();
  const used = new Set<string>();

  function wireId(part: Extract<MessagePart, { type: 'tool_call' }>, own: boolean): string {
    const theirs = own ? part.providerCallId : undefined;
    // Servers that number calls anew in every answer would give two calls one id.
    const fits = theirs !== undefined && ids.test(theirs) && !used.has(theirs);
    const id = fits ? theirs : part.call.id;
    used.add(id);
    wireIds.set(part.call.id, id);
    return id;
  }

  function convert(part: MessagePart, own: boolean, thinks: boolean): SentPart | undefined {
    switch (part.type) {
      case 'text':
        // Providers reject blank text, and JSON with half a surrogate pair.
        return part.text.trim() === ''
          ? undefined
          : { type: 'text', text: part.text.toWellFormed() };
      case 'image':
        return part;
      case 'reasoning':
        return thinks && part.provider === provider
          ? { type: 'reasoning', block: part.block }
          : undefined;
      case 'tool_call':
        return {
          type: 'call',
          id: wireId(part, own),
          name: nameOf(part.call.name),
          args: part.call.args,
          ...(own && part.providerFields ? { providerFields: part.providerFields } : {}),
        };
      case 'tool_result': {
        const id = wireIds.get(part.toolCallId);
        // The call was left out (reflex made it), so its result has nothing to answer.
        if (id === undefined) return undefined;
        const { name, ok, images = [] } = part;
        return {
          type: 'result',
          id,
          name: nameOf(name),
          ok,
          output: fenced(part).toWellFormed(),
          images,
        };
      }
    }
  }

  const sent: { role: SentMessage['role']; parts: SentPart[] }[] = [];
  for (const message of messages) {
    if (message.role === 'assistant' && message.provider === 'reflex') continue;
    const own = message.provider === provider;
    const thinks = model === undefined || message.model === model;
    const parts = message.parts
      .map((part) => convert(part, own, thinks))
      .filter((part) => part !== undefined);
    if (parts.every((part) => part.type === 'reasoning')) continue;
    const last = sent.at(-1);
    if (last?.role === message.role) last.parts.push(...parts);
    else sent.push({ role: message.role, parts });
  }
  return sent;
}

function nameOf(called: string): string {
  return called.replace(NO_NAME, '_').slice(0, LONGEST_NAME);
}

/** All text of a message, for wire formats that take one string. */
export function textOf(parts: readonly SentPart[]): string {
  return parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n\n');
}

/** A reasoning block of this type, where the message has one. */
export function reasoningOf(parts: readonly SentPart[], type: string): JsonObject | undefined {
  return parts
    .map((part) => (part.type === 'reasoning' ? part.block : undefined))
    .find((block) => block?.type === type);
}

export function callsOf(
  parts: readonly SentPart[],
): readonly Extract<SentPart, { type: 'call' }>[] {
  return parts.filter((part) => part.type === 'call');
}

export function resultsOf(
  parts: readonly SentPart[],
): readonly Extract<SentPart, { type: 'result' }>[] {
  return parts.filter((part) => part.type === 'result');
}

export function imagesOf(
  parts: readonly SentPart[],
): readonly Extract<SentPart, { type: 'image' }>[] {
  return parts.filter((part) => part.type === 'image');
}
