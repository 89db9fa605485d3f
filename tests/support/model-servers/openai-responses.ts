import { argsText, type Frame, pieces, type ScriptedAnswer } from './script.ts';

/** The SSE events of one response of OpenAI's Responses API. */
export function openaiResponsesFrames(
  answer: ScriptedAnswer,
  model: string,
  number: number,
): Frame[] {
  const frames: Frame[] = [];
  const output: object[] = [];
  let sequence = 0;
  const send = (type: string, fields: object, gate = false): void => {
    const data = JSON.stringify({ type, sequence_number: sequence, ...fields });
    sequence += 1;
    frames.push({ data: `event: ${type}\ndata: ${data}\n\n`, gate });
  };
  const base = { id: `resp_${number}`, object: 'response', created_at: 1, model };
  const running = { response: { ...base, status: 'in_progress', output: [] } };
  const finish = (item: object): void => {
    send('response.output_item.done', { output_index: output.length, item });
    output.push(item);
  };

  send('response.created', running);
  send('response.in_progress', running);
  if (answer.thinking !== undefined) {
    const place = { output_index: output.length, item_id: `rs_${number}`, summary_index: 0 };
    const item = { type: 'reasoning', id: `rs_${number}`, summary: [] };
    send('response.output_item.added', { output_index: output.length, item });
    send('response.reasoning_summary_part.added', {
      ...place,
      part: { type: 'summary_text', text: '' },
    });
    for (const delta of pieces(answer.thinking, answer.textPiece)) {
      send('response.reasoning_summary_text.delta', { ...place, delta });
    }
    const summary = [{ type: 'summary_text', text: answer.thinking }];
    finish({ ...item, summary, encrypted_content: `sealed-${number}==` });
  }
  const said = answer.refusal ?? answer.text;
  if (said !== undefined) {
    const id = `msg_${number}`;
    const place = { output_index: output.length, item_id: id, content_index: 0 };
    const item = { type: 'message', id, role: 'assistant', status: 'in_progress', content: [] };
    const kind = answer.refusal === undefined ? 'output_text' : 'refusal';
    send('response.output_item.added', { output_index: output.length, item });
    pieces(said, answer.textPiece).forEach((delta, piece) => {
      send(`response.${kind}.delta`, { ...place, delta }, piece === 0);
    });
    const content =
      kind === 'refusal'
        ? { type: 'refusal', refusal: said }
        : { type: 'output_text', text: said, annotations: [] };
    if (answer.streamError === undefined)
      finish({ ...item, status: 'completed', content: [content] });
  }
  if (answer.streamError !== undefined) {
    const { type: code, message } = answer.streamError;
    send('response.failed', { response: { ...base, status: 'failed', error: { code, message } } });
    return frames;
  }
  (answer.toolCalls ?? []).forEach((call, position) => {
    const item = {
      type: 'function_call',
      id: `fc_${number}_${position}`,
      ...(call.id === null ? {} : { call_id: call.id ?? `call_${number}_${position}` }),
      name: call.name,
      arguments: '',
    };
    const place = { output_index: output.length, item_id: item.id };
    send('response.output_item.added', { output_index: output.length, item });
    for (const delta of pieces(argsText(call.args), 5)) {
      send('response.function_call_arguments.delta', { ...place, delta });
    }
    send('response.function_call_arguments.done', { ...place, arguments: argsText(call.args) });
    finish({ ...item, arguments: argsText(call.args), status: 'completed' });
  });
  const { input = 10, output: written = 5, cacheRead = 0 } = answer.usage ?? {};
  const usage = {
    input_tokens: input + cacheRead,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: written,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + cacheRead + written,
  };
  const incomplete = answer.stop !== undefined && answer.stop !== 'completed';
  const details = incomplete ? { incomplete_details: { reason: answer.stop } } : {};
  const status = incomplete ? 'incomplete' : 'completed';
  send(`response.${status}`, { response: { ...base, status, ...details, output, usage } });
  return frames;
}
