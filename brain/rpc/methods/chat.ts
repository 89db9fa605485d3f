import type { AttachmentRef } from '../../../protocol/index.ts';
import { say } from '../../shared/say.ts';
import { clipAtWord } from '../../shared/text.ts';
import type { Methods } from '../dispatcher.ts';
import { fail } from '../errors.ts';
import { announceSession, openSession, type Parts, workingDirFor } from '../parts.ts';

/** A title from the first words at once; the owner can rename it. */
const TITLE_CHARS = 60;

type ChatMethods = Pick<
  Methods,
  | 'chat.send'
  | 'chat.compose'
  | 'chat.stop'
  | 'queue.list'
  | 'queue.update'
  | 'queue.remove'
  | 'queue.resume'
  | 'turn.resume'
  | 'turn.pending'
  | 'attachment.put'
  | 'attachment.read'
>;

export function chatMethods(parts: Parts): ChatMethods {
  const { sessions, lanes, amygdala, attachments, thalamus, prefrontal } = parts;

  const hasTurn = (sessionId: string | undefined, turnId: string): boolean =>
    sessions.loaded(sessionId ?? '')?.turns.has(turnId) ?? false;

  /** It must be part of the conversation still, and nothing may run in it. */
  function checkReplaced(sessionId: string, turnId: string): void {
    // Another window may have been faster, and then runs already.
    if (!hasTurn(sessionId, turnId)) fail('not_found', say('none.turnAnyMore', { id: turnId }));
    if (lanes.isRunning(sessionId)) fail('busy', say('busy.change'));
  }

  return {
    async 'chat.send'({
      sessionId,
      text,
      attachments: ids = [],
      model,
      workingDir,
      interactive = true,
      replaces,
    }) {
      if (text.trim() === '' && ids.length === 0) fail('denied', say('answer.empty'));
      if (model !== undefined) {
        const known = thalamus.resolve(model);
        if (!known.ok) fail('not_found', known.error);
      }
      const attached: AttachmentRef[] = [];
      for (const id of ids) {
        attached.push(
          (await attachments.find(id)) ?? fail('not_found', say('none.attachment', { id })),
        );
      }
      if (sessionId !== undefined) await openSession(parts, sessionId);
      if (replaces !== undefined && !hasTurn(sessionId, replaces)) {
        fail('not_found', say('none.turn', { id: replaces }));
      }
      const id = sessionId ?? (await createSession(text, await workingDirFor(parts, workingDir)));
      if (sessionId !== undefined && workingDir !== undefined) {
        await sessions.change(id, { workingDir: await workingDirFor(parts, workingDir) });
      }
      if (sessions.loaded(id)?.meta.title === '') {
        await sessions.change(id, { title: titleOf(text) });
      }
      if (replaces !== undefined) {
        await lanes.left(id);
        // Nothing waits between this and the send: no other message can begin there.
        checkReplaced(id, replaces);
      }
      // Somebody may have deleted it while its title was written.
      if (sessions.loaded(id) === undefined) await openSession(parts, id);
      const sent = lanes.send(id, {
        text,
        attachments: attached,
        interactive,
        ...(model === undefined ? {} : { model }),
        ...(replaces === undefined ? {} : { replaces }),
      });
      await sessions.durable(id);
      return { sessionId: id, ...sent };
    },
    'chat.compose'({ sessionId, text }) {
      prefrontal.lookAhead({ text, sessionId });
      return { ok: true };
    },
    'chat.stop': ({ turnId }) => ({ stopped: lanes.stop(turnId) }),

    async 'queue.list'({ sessionId }) {
      const { queue, queuePaused } = await openSession(parts, sessionId);
      return { messages: [...queue], paused: queuePaused };
    },
    async 'queue.update'({ sessionId, messageId, text }) {
      await openSession(parts, sessionId);
      const message = lanes.updateQueued(sessionId, messageId, text);
      await sessions.durable(sessionId);
      return { message: message ?? fail('not_found', say('none.waitingMessage')) };
    },
    async 'queue.remove'({ sessionId, messageId }) {
      await openSession(parts, sessionId);
      const removed = lanes.removeQueued(sessionId, messageId);
      await sessions.durable(sessionId);
      return { removed };
    },
    async 'queue.resume'({ sessionId }) {
      await openSession(parts, sessionId);
      const started = lanes.resumeQueue(sessionId);
      await sessions.durable(sessionId);
      return { started };
    },

    'turn.resume'({ turnId, toolCallId, decision, reason, answers }) {
      const decided = amygdala.approvals.decide(
        { toolCallId, ...(turnId === undefined ? {} : { turnId }) },
        {
          decision,
          ...(reason === undefined ? {} : { reason }),
          ...(answers === undefined ? {} : { answers }),
        },
      );
      if (decided.ok) return { ok: true };
      switch (decided.error) {
        case 'not_found':
          return fail('not_found', say('none.ask'));
        case 'already_decided':
          return fail('already_decided', say('answer.alreadyDecided'));
        case 'expired':
          return fail('expired', say('answer.expired'));
      }
    },
    'turn.pending': ({ sessionId }) => ({ asks: [...amygdala.approvals.pending(sessionId)] }),

    async 'attachment.put'({ data, ...piece }) {
      const put = await attachments.put({ ...piece, data: Buffer.from(data, 'base64') });
      if (put.ok) return put.value;
      switch (put.error) {
        case 'too_large':
          return fail('too_large', say('attachment.tooLarge'));
        case 'conflict':
          return fail('conflict', say('attachment.inOrder'));
        case 'not_found':
          return fail('not_found', say('none.upload'));
      }
    },
    async 'attachment.read'({ attachmentId, offset }) {
      const piece = await attachments.readPiece(attachmentId, offset);
      if (piece === undefined) fail('not_found', say('none.attachment', { id: attachmentId }));
      return { ...piece, data: piece.data.toString('base64') };
    },
  };

  async function createSession(text: string, workingDir: string): Promise<string> {
    const { mode } = parts.settings.get().permissions;
    const { meta } = await sessions.create({ title: titleOf(text), mode, workingDir });
    announceSession(parts, meta.sessionId, 'created');
    return meta.sessionId;
  }
}

function titleOf(text: string): string {
  // An underscore inside a word is part of a name.
  const plain = text.replace(/[`*#>]+|(?<!\w)_+|_+(?!\w)/g, '');
  return clipAtWord(plain, TITLE_CHARS) || 'Attachment';
}
