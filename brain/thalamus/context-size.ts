/**
 * Ollama's `num_ctx`: it truncates silently when the value is too small and loads the model anew
 * when it changes. So one value per model, that only grows while the brain runs.
 */
import type { ModelRequest, ModelTarget } from '../shared/model.ts';
import { requestTokens } from '../shared/request-tokens.ts';

const SMALLEST = 8_192;
/** Chat templates and the estimate's error. */
const MARGIN = 1.15;

export interface ContextSizes {
  sizeFor(
    target: ModelTarget,
    request: ModelRequest,
    bounds: { readonly configured?: number; readonly limit?: number },
  ): number;
}

export function createContextSizes(): ContextSizes {
  const sizes = new Map<string, number>();
  return {
    sizeFor(target, request, { configured, limit = Number.POSITIVE_INFINITY }) {
      const key = `${target.model}@${target.provider}`;
      const wanted =
        configured ?? fitting(Math.ceil(requestTokens(request) * MARGIN) + target.maxOutputTokens);
      const size = Math.min(Math.max(wanted, sizes.get(key) ?? 0), limit);
      sizes.set(key, size);
      return size;
    },
  };
}

function fitting(tokens: number): number {
  let size = SMALLEST;
  while (size < tokens) size *= 2;
  return size;
}
