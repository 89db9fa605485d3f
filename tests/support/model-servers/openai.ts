import { argsText, type Frame, pieces, type ScriptedAnswer } from './script.ts';

/** The SSE events of one chat completion. */
export function openaiFrames(answer: ScriptedAnswer, model: string, number: number): Frame[] {
  const frames: Frame[] = [];
  const event = (fields: object, gate = false): void => {
    const base = { id: `chatcmpl-${number}`, object: 'chat.completion.chunk', created: 1, model };
    frames.push({ data: `data: ${JSON.stringify({ ...base, ...fields })}\n\n`, gate });
  };
  const delta = (fields: object, gate = false): void => {
    event({ choices: [{ index: 0, delta: fields, finish_reason: null }] }, gate);
  };

  delta({ role: 'assistant', content: '' });
  for (const reasoning_content of pieces(answer.thinking ?? '', answer.textPiece)) {
    delta({ reasoning_content });
  }
  pieces(answer.text ?? '', answer.textPiece).forEach((content, piece) => {
    delta({ content }, piece === 0);
  });
  for (const refusal of pieces(answer.refusal ?? '', answer.textPiece)) delta({ refusal });
  if (answer.streamError !== undefined) {
    frames.push({
      data: `data: ${JSON.stringify({ error: answer.streamError })}\n\n`,
      gate: false,
    });
    return frames;
  }
  (answer.toolCalls ?? []).forEach((call, index) => {
    const id = call.id === null ? {} : { id: call.id ?? `call_${number}_${index}` };
    const named = { index, ...id, type: 'function', function: { name: call.name, arguments: '' } };
    delta({ tool_calls: [named] });
    for (const text of pieces(argsText(call.args), 5)) {
      delta({ tool_calls: [{ index, function: { arguments: text } }] });
    }
  });
  const calls = (answer.toolCalls ?? []).length > 0;
  const finish_reason = answer.stop ?? (calls ? 'tool_calls' : 'stop');
  event({ choices: [{ index: 0, delta: {}, finish_reason }] });
  const { input = 10, output = 5, cacheRead = 0 } = answer.usage ?? {};
  event({
    choices: [],
    usage: {
      prompt_tokens: input + cacheRead,
      completion_tokens: output,
      total_tokens: input + cacheRead + output,
      prompt_tokens_details: { cached_tokens: cacheRead },
    },
  });
  frames.push({ data: 'data: [DONE]\n\n', gate: false });
  return frames;
}

export function openaiError(status: number): string {
  const code = status === 401 ? 'invalid_api_key' : null;
  return JSON.stringify({
    error: { message: `scripted error ${status}`, type: 'scripted', param: null, code },
  });
}

export function openaiModels(models: readonly string[], more: object = {}): string {
  const base = { object: 'model', created: 1, owned_by: 'test' };
  const data = models.map((id) => ({ id, ...base, ...more }));
  return JSON.stringify({ object: 'list', data });
}
