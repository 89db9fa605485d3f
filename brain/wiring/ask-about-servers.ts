/** Questions about MCP servers as the brain's own: they block no turn. */
import type { BrainEventBody, PendingAsk } from '../../protocol/index.ts';
import type { ServersDeps } from '../cerebellum/index.ts';
import type { Approvals } from '../regions.ts';
import { newId } from '../shared/ids.ts';
import { type Clock, isoLocal } from '../shared/time.ts';

export function askAboutServers(deps: {
  readonly approvals: () => Approvals;
  readonly announce: (body: BrainEventBody) => void;
  readonly notify: (title: string, body: string) => void;
  readonly clock: Clock;
}): ServersDeps['ask'] {
  return ({ rule, server, title, detail, risk }) => {
    const toolCallId = newId('a');
    const ask: PendingAsk = {
      toolCallId,
      reason: 'approval',
      title,
      detail,
      risk,
      cwd: '',
      rule,
      server,
      at: isoLocal(deps.clock.now()),
    };
    const answering = deps.approvals().wait(ask, new AbortController().signal);
    const { at: _, ...body } = ask;
    deps.announce({ type: 'yield', ...body });
    deps.notify(title, risk);
    const answer = answering.then(({ decision }) => {
      deps.announce({ type: 'resumed', toolCallId, decision });
      return decision;
    });
    return {
      answer,
      // Answered elsewhere: an error says that it was answered here, too.
      withdraw: (decision) => void deps.approvals().decide({ toolCallId }, { decision }),
    };
  };
}
