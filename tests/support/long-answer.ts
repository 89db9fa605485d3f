/** An OpenAI stream of any length without the cost of building it character by character. */
export function longAnswer(chunks: number, chunkChars: number): { body: string; text: string } {
  const parts: string[] = [];
  let text = '';
  for (let n = 0; n < chunks; n += 1) {
    // Each piece differs, so that a lost, doubled or swapped one is seen.
    const content = `${n}:`.padEnd(chunkChars, 'abcdefg ');
    text += content;
    parts.push(frame({ content }));
  }
  parts.push(frame({}, 'stop'), 'data: [DONE]\n\n');
  return { body: parts.join(''), text };
}

function frame(delta: object, finish: string | null = null): string {
  const chunk = {
    id: 'chatcmpl-long',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'test-openai',
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
