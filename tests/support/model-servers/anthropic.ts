import { argsText, type Frame, pieces, type ScriptedAnswer } from './script.ts';

/** The SSE events of one Anthropic message. */
export function anthropicFrames(answer: ScriptedAnswer, model: string, number: number): Frame[] {
  const frames: Frame[] = [];
  const send = (type: string, fields: object, gate = false): void => {
    const data = `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
    frames.push({ data, gate });
  };
  const usage = answer.usage ?? {};
  let index = 0;

  send('message_start', {
    message: {
      id: `msg_${number}`,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: usage.input ?? 10,
        output_tokens: 1,
        cache_read_input_tokens: usage.cacheRead ?? 0,
        cache_creation_input_tokens: usage.cacheWrite ?? 0,
      },
    },
  });
  send('ping', {});
  if (answer.thinking !== undefined) {
    const block = { type: 'thinking', thinking: '', signature: '' };
    send('content_block_start', { index, content_block: block });
    for (const thinking of pieces(answer.thinking, answer.textPiece)) {
      send('content_block_delta', { index, delta: { type: 'thinking_delta', thinking } });
    }
    const signature = `signed-${number}`;
    send('content_block_delta', { index, delta: { type: 'signature_delta', signature } });
    send('content_block_stop', { index });
    index += 1;
  }
  if (answer.text !== undefined) {
    send('content_block_start', { index, content_block: { type: 'text', text: '' } });
    pieces(answer.text, answer.textPiece).forEach((text, piece) => {
      send('content_block_delta', { index, delta: { type: 'text_delta', text } }, piece === 0);
    });
    send('content_block_stop', { index });
    index += 1;
  }
  if (answer.streamError !== undefined) {
    send('error', { error: answer.streamError });
    return frames;
  }
  (answer.toolCalls ?? []).forEach((call, position) => {
    const id = call.id === null ? '' : (call.id ?? `toolu_${number}_${position}`);
    const block = { type: 'tool_use', id, name: call.name, input: {} };
    send('content_block_start', { index, content_block: block });
    for (const partial_json of pieces(argsText(call.args), 5)) {
      send('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } });
    }
    send('content_block_stop', { index });
    index += 1;
  });
  const calls = (answer.toolCalls ?? []).length > 0;
  const stop_reason = answer.stop ?? (calls ? 'tool_use' : 'end_turn');
  send('message_delta', {
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: usage.output ?? 5 },
  });
  send('message_stop', {});
  return frames;
}

export function anthropicError(status: number): string {
  const type =
    status === 401
      ? 'authentication_error'
      : status === 429
        ? 'rate_limit_error'
        : status === 529
          ? 'overloaded_error'
          : status >= 500
            ? 'api_error'
            : 'invalid_request_error';
  return JSON.stringify({ type: 'error', error: { type, message: `scripted ${type}` } });
}

export function anthropicModels(models: readonly string[]): string {
  const data = models.map((id) => ({
    type: 'model',
    id,
    display_name: id,
    created_at: '2026-01-01T00:00:00Z',
  }));
  return JSON.stringify({
    data,
    has_more: false,
    first_id: models[0] ?? null,
    last_id: models.at(-1) ?? null,
  });
}
