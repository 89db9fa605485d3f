/** A form that a server wants filled in: its owner does it; what does not fit is asked once more. */
import type { Caller } from './caller.ts';
import type { Hooks } from './connection.ts';
import { askedAgain, filled, formOf } from './elicitation.ts';

const ROUNDS = 3;

export async function askForm(
  server: string,
  message: string,
  schema: unknown,
  { askOwner }: Pick<Caller, 'askOwner'>,
): Promise<Awaited<ReturnType<Hooks['elicit']>>> {
  const form = formOf(server, message, schema);
  if (!form.ok) return { action: 'cancel' };
  let questions = form.value.map(({ question }) => question);
  for (let round = 0; round < ROUNDS; round += 1) {
    const answered = await askOwner(questions);
    if (answered.kind === 'skipped') return { action: 'decline' };
    if (answered.kind !== 'answered') return { action: 'cancel' };
    const content = filled(form.value, answered.answers);
    if (content.ok) return { action: 'accept', content: content.value };
    questions = [...askedAgain(form.value, answered.answers, content.error)];
  }
  return { action: 'cancel' };
}
