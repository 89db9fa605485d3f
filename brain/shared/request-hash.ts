/**
 * The hash by which a request is known again: in the record of its call and in its snapshot. Of its
 * JSON as a whole, but what stands first in it (the system prompt and the tools, half of it or more) is
 * the same from turn to turn: its part of the hash is worked out once.
 */
import { createHash, type Hash } from 'node:crypto';
import type { ModelRequest } from './model.ts';

let begun: { readonly system: string; readonly tools: ModelRequest['tools']; readonly hash: Hash } =
  beginning({ system: '', tools: [] });

/** SHA-256 of the request's JSON, as lowercase hex. */
export function hashOfRequest({ system, tools, ...rest }: ModelRequest): string {
  if (begun.tools !== tools || begun.system !== system) begun = beginning({ system, tools });
  const end = JSON.stringify(rest).slice(1);
  return begun.hash.copy().update(`,${end}`).digest('hex');
}

function beginning(first: Pick<ModelRequest, 'system' | 'tools'>): typeof begun {
  const { system, tools } = first;
  const json = JSON.stringify({ system, tools }).slice(0, -1);
  return { system, tools, hash: createHash('sha256').update(json) };
}
