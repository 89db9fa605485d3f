/** Skills: activating one for a conversation, and ending that. */
import { z } from 'zod';
import { sessionSummary } from '../models.ts';

const sessionId = z.string().min(1);

export const skillMethods = {
  /** As `/skill name` in the conversation: its instructions are in every turn, its `allowed-tools` hold. */
  'skill.activate': {
    params: z.object({ sessionId, name: z.string().min(1) }),
    result: z.object({ session: sessionSummary }),
  },
  /** One of them, or all without `name`. */
  'skill.end': {
    params: z.object({ sessionId, name: z.string().min(1).optional() }),
    result: z.object({ session: sessionSummary }),
  },
} as const;
