import { type Frame, pieces, type ScriptedAnswer } from './script.ts';

/** The NDJSON lines of one chat answer. */
export function ollamaFrames(answer: ScriptedAnswer, model: string): Frame[] {
  const frames: Frame[] = [];
  const line = (fields: object, gate = false): void => {
    const base = { model, created_at: '2026-11-21T12:00:00Z' };
    frames.push({ data: `${JSON.stringify({ ...base, ...fields })}\n`, gate });
  };
  const message = (fields: object, gate = false): void => {
    line({ message: { role: 'assistant', content: '', ...fields }, done: false }, gate);
  };

  for (const thinking of pieces(answer.thinking ?? '', answer.textPiece)) message({ thinking });
  pieces(answer.text ?? '', answer.textPiece).forEach((content, piece) => {
    message({ content }, piece === 0);
  });
  if (answer.streamError !== undefined) {
    frames.push({
      data: `${JSON.stringify({ error: answer.streamError.message })}\n`,
      gate: false,
    });
    return frames;
  }
  const calls = answer.toolCalls ?? [];
  if (calls.length > 0) {
    message({
      tool_calls: calls.map((call) => ({ function: { name: call.name, arguments: call.args } })),
    });
  }
  const { input = 10, output = 5 } = answer.usage ?? {};
  line({
    message: { role: 'assistant', content: '' },
    done: true,
    done_reason: answer.stop ?? 'stop',
    total_duration: 1,
    prompt_eval_count: input,
    eval_count: output,
  });
  return frames;
}

export function ollamaError(status: number): string {
  return JSON.stringify({ error: `scripted error ${status}` });
}

export function ollamaTags(models: readonly string[]): string {
  return JSON.stringify({
    models: models.map((name) => ({
      name,
      model: name,
      modified_at: '2026-01-01T00:00:00Z',
      size: 1,
      digest: 'test',
      details: { family: 'test', parameter_size: '1B', quantization_level: 'Q4' },
    })),
  });
}

export function ollamaShow(contextLength: number, capabilities: readonly string[]): string {
  return JSON.stringify({
    details: { family: 'test' },
    model_info: { 'general.architecture': 'test', 'test.context_length': contextLength },
    capabilities,
  });
}

export function ollamaMissing(model: string): string {
  return JSON.stringify({ error: `model "${model}" not found, try pulling it first` });
}
