/** `connectome ask`: one turn from the command line. */
import { homedir } from 'node:os';
import { checkWorkingDir } from '../../brain/shared/paths.ts';
import { messageOf } from '../../brain/shared/result.ts';
import type { BrainEvent, ConnectomeEvent, PermissionMode } from '../../protocol/index.ts';
import { CallError, type Client } from '../client.ts';
import { type AnswerPolicy, answerAlone, askPerson } from './approvals.ts';
import { EXIT_DONE, EXIT_ERROR, EXIT_UNANSWERED } from './exit.ts';
import { dim, say } from './terminal.ts';
import type { TurnOutput } from './turn-output.ts';

export interface AskOptions {
  readonly text: string;
  readonly model?: string;
  readonly session?: string;
  readonly mode?: PermissionMode;
  /** A new session that leaves no memory. */
  readonly private?: boolean;
  readonly policy: AnswerPolicy;
  readonly output: TurnOutput;
  /** Connectome's own home, which is nobody's working directory. */
  readonly home: string;
}

/** The folder a new session works in: where the command was typed, unless that may not be one. */
async function workingDirFor(homeRoot: string): Promise<string | undefined> {
  const checked = await checkWorkingDir(process.cwd(), { userHome: homedir(), homeRoot });
  return checked.ok ? checked.value : undefined;
}

async function openSession(client: Client, options: AskOptions): Promise<string> {
  const { session, mode, home } = options;
  if (session === undefined) {
    const workingDir = await workingDirFor(home);
    const created = await client.call('session.create', {
      mode,
      workingDir,
      private: options.private ?? false,
    });
    await client.call('events.subscribe', { sessionId: created.session.sessionId });
    return created.session.sessionId;
  }
  const { lastSeq, epoch } = await client.call('session.get', { sessionId: session, limit: 1 });
  if (mode !== undefined) await client.call('session.update', { sessionId: session, mode });
  await client.call('events.subscribe', { sessionId: session, epoch, afterSeq: lastSeq });
  return session;
}

/** Runs the turn to its end and returns the exit code. Throws `CallError` when it cannot start. */
export async function askBrain(client: Client, options: AskOptions): Promise<number> {
  const { policy, output } = options;
  const sessionId = await openSession(client, options);
  const isAnswerable = policy.canAsk || policy.yes;

  return await new Promise<number>((finish, fail) => {
    const tools = new Map<string, string>();
    const asking = new Map<string, AbortController>();
    const early: ConnectomeEvent[] = [];
    let turnId: string | undefined;
    let unanswered = false;
    let stops = 0;
    let ended = false;

    function end(code: number): void {
      ended = true;
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
      for (const question of asking.values()) question.abort();
      finish(code);
    }

    /** The turn's own last event ends this command; a lost connection does as well. */
    function stopTurn(): void {
      if (turnId === undefined) return;
      client.call('chat.stop', { turnId }).catch((error: unknown) => say(messageOf(error)));
    }

    const onSignal = (): void => {
      stops += 1;
      if (stops > 1 || turnId === undefined) process.exit(EXIT_ERROR);
      say(dim('Stopping... (again to leave at once)'));
      stopTurn();
    };

    async function answer(question: Extract<ConnectomeEvent, { type: 'yield' }>): Promise<void> {
      const { toolCallId } = question;
      const alone = answerAlone(question, tools.get(toolCallId), policy);
      let given = alone === 'ask' || alone === 'nobody' ? undefined : alone;
      if (alone === 'ask') {
        const cancelled = new AbortController();
        asking.set(toolCallId, cancelled);
        given = await askPerson(question, cancelled.signal);
        asking.delete(toolCallId);
        // Another window was faster, or the turn has ended.
        if (cancelled.signal.aborted) return;
      }
      if (given === undefined) unanswered = true;
      await client.call('turn.resume', {
        turnId: question.turnId,
        toolCallId,
        ...(given === undefined
          ? { decision: 'deny' as const, reason: 'nobody was there to answer' }
          : { ...given, answers: given.answers === undefined ? undefined : [...given.answers] }),
      });
    }

    function onEvent(event: ConnectomeEvent): void {
      output.show(event);
      switch (event.type) {
        case 'queued':
          say(dim('The session is busy; this message waits its turn.'));
          break;
        case 'tool_call':
          tools.set(event.toolCallId, event.name);
          break;
        case 'safety':
          // Told that nobody can answer, the brain denies by itself.
          if (event.level === 'confirm' && !isAnswerable) unanswered = true;
          break;
        case 'yield':
          if (!isAnswerable) unanswered = true;
          else {
            answer(event).catch((error: unknown) => {
              if (error instanceof CallError && error.code === 'already_decided') return;
              say(messageOf(error));
              // A question that cannot be answered would keep the turn waiting for ever.
              stopTurn();
            });
          }
          break;
        case 'resumed':
          asking.get(event.toolCallId)?.abort();
          break;
        case 'done':
          if (event.stopReason === 'stopped') end(EXIT_ERROR);
          else end(unanswered ? EXIT_UNANSWERED : EXIT_DONE);
          break;
        case 'error':
          end(EXIT_ERROR);
          break;
      }
    }

    client.onEvent((event: ConnectomeEvent | BrainEvent) => {
      if ('scope' in event || event.sessionId !== sessionId) return;
      if (turnId === undefined) early.push(event);
      else if (event.turnId === turnId) onEvent(event);
    });
    client.onClosed(() => {
      // This command hangs up, too, when it is done.
      if (ended) return;
      say('The connection to the brain was lost.');
      end(EXIT_ERROR);
    });
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);

    client
      .call('chat.send', {
        sessionId,
        text: options.text,
        model: options.model,
        interactive: isAnswerable ? undefined : false,
      })
      .then((sent) => {
        turnId = sent.turnId;
        // Events may come before the answer that names the turn.
        for (const event of early) if (event.turnId === turnId) onEvent(event);
      })
      .catch(async (refused: unknown) => {
        // An empty session that was made for a message that was refused helps nobody.
        if (options.session === undefined) await client.call('session.delete', { sessionId });
        throw refused;
      })
      .catch(fail);
  });
}
