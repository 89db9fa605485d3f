/**
 * The record of a call and its snapshot name the same bytes by one hash. Its beginning is kept from
 * turn to turn; would catch one that stays when the system prompt or the tools have changed.
 */
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../brain/shared/ids.ts';
import type { ModelRequest } from '../../../brain/shared/model.ts';
import { hashOfRequest } from '../../../brain/shared/request-hash.ts';

const request: ModelRequest = {
  system: 'You are careful. "Quoted" – and not ASCII.',
  tools: [{ name: 'Read', description: 'Reads a file.', parameters: { type: 'object' } }],
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'hello' }] }],
  toolChoice: 'auto',
};
const anotherTool = { name: 'Write', description: 'Writes.', parameters: { type: 'object' } };

describe('the hash of a request', () => {
  it('is that of its whole JSON, whatever was hashed before', () => {
    const requests: readonly ModelRequest[] = [
      request,
      request,
      { ...request, system: 'Changed.' },
      { ...request, tools: [...request.tools, anotherTool] },
      { ...request, messages: [...request.messages, ...request.messages] },
      { ...request, toolChoice: 'none', maxOutputTokens: 5 },
      { ...request, tools: [], system: '' },
      request,
    ];
    expect(requests.map(hashOfRequest)).toEqual(
      requests.map((one) => {
        const { system, tools, ...rest } = one;
        return hashOf(JSON.stringify({ system, tools, ...rest }));
      }),
    );
  });
});
