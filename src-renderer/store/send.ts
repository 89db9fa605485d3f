/** What the owner tells the brain from a conversation. */
import type { Decision, ParamsOf } from '../../protocol/index.ts';
import { call } from '../transport/brain.ts';
import { putSession } from './sessions.ts';
import { useUi } from './ui.ts';

export interface Outgoing {
  /** Absent: a new conversation. */
  readonly sessionId: string | undefined;
  readonly text: string;
  readonly attachments?: readonly string[];
  /** For this message only. */
  readonly model?: string;
  /** The turn whose place it takes. */
  readonly replaces?: string;
}

/** Sends a message; makes the conversation first where there is none. Returns its id. */
export async function sendMessage(message: Outgoing): Promise<string> {
  const sessionId = message.sessionId ?? (await createConversation());
  const params: ParamsOf<'chat.send'> = {
    sessionId,
    text: message.text,
    ...(message.model === undefined ? {} : { model: message.model }),
    ...(message.replaces === undefined ? {} : { replaces: message.replaces }),
    ...(message.attachments?.length ? { attachments: [...message.attachments] } : {}),
  };
  await call('chat.send', params);
  useUi.setState({ storyTurnId: undefined });
  return sessionId;
}

async function createConversation(): Promise<string> {
  const { session } = await call('session.create', useUi.getState().newConversation);
  useUi.setState({ newConversation: {} });
  putSession(session);
  return session.sessionId;
}

export interface AskAnswer {
  readonly turnId: string | undefined;
  readonly toolCallId: string;
  readonly decision: Decision;
  readonly reason?: string;
  readonly answers?: readonly string[];
}

export async function answerAsk({ answers, ...answer }: AskAnswer): Promise<void> {
  await call('turn.resume', { ...answer, ...(answers ? { answers: [...answers] } : {}) });
}
