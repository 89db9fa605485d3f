/**
 * A server that asks its owner's model something. Only where its owner has switched that on; then each
 * request is shown to him, or he lets one conversation's go. Nothing of the conversation is sent with it,
 * no tools are offered, and what it costs is counted like every call.
 */
import type { CreateMessageRequest, CreateMessageResult } from '@modelcontextprotocol/client';
import type { Question } from '../../../protocol/index.ts';
import type { BesideMessage } from '../../regions.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { clip } from '../../shared/text.ts';
import type { Caller } from './caller.ts';
import { cleaned } from './describe.ts';

const MAX_MESSAGES = 50;
const MAX_CHARS = 100_000;
const MAX_TOKENS = 8_192;
const SHOWN_CHARS = 4_000;
/** Of one call: more would be a server that lives on its owner's money. */
const MAX_REQUESTS = 20;

export const SEND = 'Send';
export const SEND_IN_CONVERSATION = 'Send, and all of this conversation';
const NO = 'No';

type Params = CreateMessageRequest['params'];
type Content = Params['messages'][number]['content'];

export interface Sampling {
  /** Throws with a sentence for the server when it is refused. */
  answer(params: Params, caller: Caller, signal: AbortSignal): Promise<CreateMessageResult>;
}

export function createSampling(server: string): Sampling {
  /** Conversations in which its owner asks no more. */
  const open = new Set<string>();
  const asked = new WeakMap<Caller, number>();

  return {
    async answer(params, caller, signal) {
      const { model } = caller;
      if (model === undefined) throw new Error('There is no model to ask beside a conversation.');
      const count = (asked.get(caller) ?? 0) + 1;
      asked.set(caller, count);
      if (count > MAX_REQUESTS) throw new Error('It has asked too often in one call.');
      const request = requestOf(params);
      if (!request.ok) throw new Error(request.error);
      const target = model.target();
      if (!target.ok) throw new Error(target.error);
      const { system, messages, maxTokens } = request.value;
      if (!open.has(caller.sessionId)) {
        const about = { server, model: target.value, maxTokens, text: shown(system, messages) };
        const answered = await caller.askOwner([sendQuestion(about)]);
        const answer = answered.kind === 'answered' ? answered.answers[0] : undefined;
        if (answer === SEND_IN_CONVERSATION) open.add(caller.sessionId);
        else if (answer !== SEND) throw new Error('Its owner did not let it ask.');
      }
      const given = await model.ask({ ...request.value, model: target.value, signal });
      if (!given.ok) throw new Error(given.error);
      return {
        role: 'assistant',
        model: target.value,
        content: { type: 'text', text: given.value.text },
        stopReason: given.value.cut ? 'maxTokens' : 'endTurn',
      };
    },
  };
}

interface Request {
  readonly system: string;
  readonly messages: readonly BesideMessage[];
  readonly maxTokens: number;
}

function requestOf({ messages, systemPrompt = '', maxTokens, ...rest }: Params): Result<Request> {
  const { tools } = rest as { readonly tools?: unknown };
  if (tools !== undefined) return err('No tools can be used this way.');
  if (messages.length === 0 || messages.length > MAX_MESSAGES) return err('Too many messages.');
  const read: BesideMessage[] = [];
  for (const { role, content } of messages) {
    const text = textOf(content);
    if (text === undefined) return err('Only text can be asked about this way.');
    read.push({ role, text });
  }
  const chars = read.reduce((sum, { text }) => sum + text.length, systemPrompt.length);
  if (chars > MAX_CHARS) return err('The request is too long.');
  const asked = Number.isFinite(maxTokens) ? Math.floor(maxTokens) : MAX_TOKENS;
  return ok({
    system: systemPrompt,
    messages: read,
    maxTokens: Math.max(1, Math.min(asked, MAX_TOKENS)),
  });
}

function textOf(content: Content): string | undefined {
  const parts = Array.isArray(content) ? content : [content];
  const texts = parts.map((part) => (part.type === 'text' ? part.text : undefined));
  return texts.every((text) => text !== undefined) ? texts.join('\n') : undefined;
}

/** What would be sent, as its owner reads it. */
function shown(system: string, messages: readonly BesideMessage[]): string {
  const parts = [...(system === '' ? [] : [system]), ...messages.map(({ text }) => text)];
  const all = parts.map((part) => cleaned(part, MAX_CHARS)).join('\n\n');
  const rest = all.length - SHOWN_CHARS;
  return rest > 0 ? `${clip(all, SHOWN_CHARS)} (+${rest})` : all;
}

function sendQuestion(about: {
  readonly server: string;
  readonly model: string;
  readonly maxTokens: number;
  readonly text: string;
}): Question {
  const { server, model, maxTokens, text } = about;
  return {
    question: `${server} wants to ask ${model}, for an answer of at most ${maxTokens} tokens. It costs what a message costs, and the answer goes to ${server}. It would send:\n\n${text}`,
    header: server.slice(0, 24),
    options: [{ label: SEND }, { label: SEND_IN_CONVERSATION }, { label: NO }],
    about: { kind: 'mcp_sampling', ...about },
  };
}
