/** A question to the conversation's model that is none of the conversation: nothing of it goes along. */
import type { BesideModel } from '../regions.ts';
import type { ModelMessage, ModelRequest } from '../shared/model.ts';
import { err, ok } from '../shared/result.ts';
import { account } from './account.ts';
import { maySpend, type PlannedCall } from './spend-limit.ts';
import { addressee, type Regions, type Turn } from './turn.ts';

export function besideModel(regions: Regions, turn: Turn): BesideModel {
  const { thalamus, wernicke } = regions;

  return {
    target() {
      const found = thalamus.resolve(addressee(turn.request).choice);
      if (!found.ok) return err(found.error.text);
      const { model, provider } = found.value;
      return provider === 'reflex' ? err('There is no model to ask.') : ok(`${model}@${provider}`);
    },
    async ask({ model, system, messages, maxTokens, signal }) {
      const request: ModelRequest = {
        system,
        tools: [],
        toolChoice: 'none',
        messages: messages.map(
          ({ role, text }): ModelMessage => ({ role, parts: [{ type: 'text', text }] }),
        ),
        maxOutputTokens: maxTokens,
      };
      const refused = new AbortController();
      const startedAt = performance.now();
      let sent: PlannedCall | undefined;
      let hold: Awaited<ReturnType<typeof maySpend>>;
      try {
        const stream = thalamus.stream({
          choice: model,
          // It was shown which one: no other is asked instead.
          pinned: true,
          config: turn.config,
          signal: AbortSignal.any([turn.signal, signal, refused.signal]),
          async prepare(target, _attempt, { prices }) {
            hold?.release();
            sent = { request, target, prices };
            hold = await maySpend(regions, turn, sent);
            if (hold !== undefined) return request;
            sent = undefined;
            refused.abort();
            throw new Error('this call may not be made');
          },
        });
        const answer = await wernicke.parse(stream, () => undefined);
        if (sent !== undefined && answer.provider !== '') {
          const { provider, model: answered, usage } = answer;
          const ms = Math.round(performance.now() - startedAt);
          await account(regions, turn, {
            provider,
            model: answered,
            usage,
            ms,
            prices: sent.prices,
          });
        }
        if (refused.signal.aborted) return err('It would go past the spending limit of the day.');
        if (answer.failure !== undefined) return err(answer.failure.message);
        if (answer.text === '') return err('The model gave no answer.');
        return ok({ text: answer.text, cut: answer.stop === 'length' });
      } finally {
        hold?.release();
      }
    },
  };
}
