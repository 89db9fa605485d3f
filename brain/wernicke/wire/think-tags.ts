/**
 * `<think>...</think>` at the beginning of a text: how open models write their reasoning where the
 * server does not take it apart. Later in a text it is what somebody wrote about such tags.
 */
import type { StreamChunk, WireReader } from '../../shared/model.ts';

const tags = [
  { open: '<think>', close: '</think>' },
  { open: '<thinking>', close: '</thinking>' },
  { open: '<thought>', close: '</thought>' },
] as const;

/** Blanks before a tag; beyond this they are text. Characters. */
const LONGEST_HELD = 1_000;

type State =
  /** Nothing but blanks so far. */
  | { readonly kind: 'before' }
  | { readonly kind: 'thinking'; readonly close: string }
  | { readonly kind: 'text' };

/** A reader whose texts lose their leading think tags; what stood in them becomes thinking. */
export function withThinkTags(inner: WireReader): WireReader {
  let state: State = { kind: 'before' };
  /** What may be the beginning of a tag. */
  let held = '';
  let thought = false;

  function take(piece: string): StreamChunk[] {
    const chunks: StreamChunk[] = [];
    let rest = held + piece;
    held = '';
    for (;;) {
      if (state.kind === 'text') {
        chunks.push({ type: 'text', text: rest });
        return chunks;
      }
      if (state.kind === 'thinking') {
        const at = rest.indexOf(state.close);
        if (at === -1) {
          const kept = beginningOf(state.close, rest);
          chunks.push({ type: 'thinking', text: rest.slice(0, rest.length - kept) });
          held = rest.slice(rest.length - kept);
          return chunks;
        }
        chunks.push({ type: 'thinking', text: rest.slice(0, at) });
        rest = rest.slice(at + state.close.length);
        state = { kind: 'before' };
      }
      const start = rest.trimStart();
      const tag = tags.find(({ open }) => start.startsWith(open));
      if (tag !== undefined) {
        rest = start.slice(tag.open.length);
        state = { kind: 'thinking', close: tag.close };
        thought = true;
        continue;
      }
      if (rest.length < LONGEST_HELD && mayBeTag(start)) {
        held = rest;
        return chunks;
      }
      // After reasoning, the blank lines before the answer belong to neither.
      rest = thought ? start : rest;
      state = { kind: 'text' };
    }
  }

  /** What was held back is no tag after all. */
  function release(): StreamChunk[] {
    const text = held;
    held = '';
    if (text === '') return [];
    if (state.kind === 'thinking') return [{ type: 'thinking', text }];
    if (text.trim() === '') return thought ? [] : [{ type: 'text', text }];
    state = { kind: 'text' };
    return [{ type: 'text', text }];
  }

  function pass(chunk: StreamChunk): readonly StreamChunk[] {
    if (chunk.type === 'text') return take(chunk.text).filter(isSaid);
    return chunk.type === 'tool_call' ? [...release(), chunk] : [chunk];
  }

  return {
    read(event) {
      const chunks = inner.read(event);
      // Nearly always: the answer has begun, and nothing in it is taken for a tag any more.
      return state.kind === 'text' ? chunks : chunks.flatMap(pass);
    },
    isComplete: () => inner.isComplete(),
    end: () => [...release(), ...inner.end().flatMap(pass)],
  };
}

function mayBeTag(start: string): boolean {
  return tags.some(({ open }) => open.startsWith(start));
}

function isSaid(chunk: StreamChunk): boolean {
  return (chunk.type !== 'thinking' && chunk.type !== 'text') || chunk.text !== '';
}

/** How many of the last characters of `text` may be the beginning of `tag`. */
function beginningOf(tag: string, text: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}
