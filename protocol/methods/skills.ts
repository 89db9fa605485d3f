/** Skills, their plugins and tools; part of the table in `methods.ts`. */
import { z } from 'zod';
import { capabilityInfo, skillReview } from '../capabilities.ts';
import { sessionSummary } from '../conversations.ts';
import { said } from '../sentences/said.ts';
import { empty, sessionId } from './parts.ts';

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
  /** The owner's word on a skill's plugin: it may run with what its SKILL.md declares, or not. */
  'skill.allow': {
    params: z.object({ name: z.string().min(1), allow: z.boolean() }),
    result: z.object({ capability: capabilityInfo }),
  },
  /** What the skills in a zip archive (put as an attachment) would bring. Changes nothing. */
  'skill.review': {
    params: z.object({ attachmentId: z.string() }),
    result: z.object({
      skills: z.array(skillReview),
      refused: z.array(z.object({ path: z.string(), reason: z.string(), said: said.optional() })),
    }),
  },
  /** Takes in the named ones; what is there goes to the trash. `allowPlugins`: their plugins may run at once. */
  'skill.install': {
    params: z.object({
      attachmentId: z.string(),
      folders: z.array(z.string()).min(1),
      allowPlugins: z.boolean().optional(),
    }),
    result: z.object({ capabilities: z.array(capabilityInfo) }),
  },
  /** The owner wants none of them: the archive is not kept. */
  'skill.discard': {
    params: z.object({ attachmentId: z.string() }),
    result: empty,
  },
  /** Fetches the packages that a plugin wants, without running their scripts; answers when they are there. */
  'skill.installPackages': {
    params: z.object({ name: z.string().min(1) }),
    result: z.object({ capability: capabilityInfo }),
  },
  'capability.list': { params: empty, result: z.object({ capabilities: z.array(capabilityInfo) }) },
  'capability.reload': {
    params: empty,
    result: z.object({ capabilities: z.array(capabilityInfo) }),
  },
  'capability.setEnabled': {
    params: z.object({ name: z.string(), enabled: z.boolean() }),
    result: z.object({ capability: capabilityInfo }),
  },
} as const;
