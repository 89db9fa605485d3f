/** One call of a turn: context in, answer out. */
import type { ModelPrices } from '../../protocol/index.ts';
import type { Context, Hold } from '../regions.ts';
import { isPrivateSession } from '../shared/ids.ts';
import type { Answer, ModelRequest, ModelTarget } from '../shared/model.ts';
import { hashOfRequest } from '../shared/request-hash.ts';
import { account, isFree } from './account.ts';
import { storeFold } from './compact.ts';
import { maySpend, type PlannedCall } from './spend-limit.ts';
import { addressee, type Regions, type Turn } from './turn.ts';
import { undoNotes } from './undo.ts';

/** Asks a model and waits for its whole answer; its text goes out while it comes in. */
export async function askModel(
  regions: Regions,
  turn: Turn,
  toolChoice: ModelRequest['toolChoice'],
): Promise<Answer> {
  const { prefrontal, thalamus, broca, wernicke, cerebellum } = regions;
  const startedAt = performance.now();
  const picked = addressee(turn.request);
  const route =
    picked.choice === undefined ? thalamus.route(picked.text, turn.config.routes) : undefined;
  // A route is the owner's choice like any other: where it is local, it stays local.
  const to = route === undefined ? picked : { ...picked, choice: route.target, pinned: true };

  /** Time that went into the request, and into asking the owner whether it may be paid. */
  let preparedMs = 0;
  let sent: PlannedCall | undefined;
  let hold: Hold | undefined;
  const declined = new AbortController();
  const stream = thalamus.stream({
    choice: to.choice,
    pinned: to.pinned,
    signal: AbortSignal.any([turn.signal, declined.signal]),
    config: turn.config,
    async prepare(target, attempt, { foldHarder, prices }) {
      const beganAt = performance.now();
      const input = { target, attempt, foldHarder, toolChoice, text: to.text };
      if (foldHarder && sent !== undefined) prefrontal.learnRefusal(sent.request, sent.target);
      hold?.release();
      sent = undefined;
      const request = await prepare(regions, turn, input);
      const planned: PlannedCall = { request, target, prices };
      hold = await maySpend(regions, turn, planned);
      preparedMs += performance.now() - beganAt;
      if (hold === undefined) {
        // Ends the stream as a stop does: nobody else is asked instead.
        declined.abort();
        throw new Error('this call may not be made');
      }
      sent = planned;
      return request;
    },
  });
  const heard = noteProvider(regions, turn, stream, {
    route: route?.keyword,
    prices: () => sent?.prices,
  });
  const shown = broca.streamToUI(turn, turn.call, heard);
  try {
    const answer = await wernicke.parse(shown, (name, args) => cerebellum.check(name, args));
    if (sent !== undefined) {
      prefrontal.learnUsage(sent.request, sent.target, answer.usage);
      const ms = Math.round(performance.now() - startedAt - preparedMs);
      await accountAnswer(regions, turn, answer, sent, ms);
    }
    return answer;
  } finally {
    // Only after the call was counted: in between, another session would see room that is not there.
    hold?.release();
  }
}

/** What was stopped before its first word did cost something, too; how much nobody says. */
async function accountAnswer(
  regions: Regions,
  turn: Turn,
  answer: Answer,
  { target, prices }: PlannedCall,
  ms: number,
): Promise<void> {
  const { provider, model } = answer.provider === '' ? target : answer;
  const stopped = turn.signal.aborted && !isFree(prices);
  if (answer.provider === '' && !stopped) return;
  await account(regions, turn, { provider, model, usage: answer.usage, ms, prices });
}

interface Preparation {
  readonly target: ModelTarget;
  readonly attempt: number;
  readonly foldHarder: boolean;
  readonly toolChoice: ModelRequest['toolChoice'];
  readonly text: string;
}

/** What goes to this target: the turn's context (built once) and everything said since. */
async function prepare(regions: Regions, turn: Turn, input: Preparation): Promise<ModelRequest> {
  const { prefrontal, broca, hippocampus } = regions;
  const { target, attempt, toolChoice, text } = input;
  const startedAt = performance.now();
  recordCall(turn);
  const context = await contextFor(regions, turn, input);
  const { system, tools } = context;
  const messages = [...context.messages, ...turn.messages];
  const whole: ModelRequest = { system, tools, messages, toolChoice };
  const request = prefrontal.fitRequest(whole, target, context.messages.length);
  // What was replaced stays replaced: the turn's next calls send the same bytes.
  if (request !== whole) turn.messages = request.messages.slice(context.messages.length);
  // Of a private conversation no copy is made; what was in the context stands in its own events.
  const snapshotId = isPrivateSession(turn.sessionId)
    ? ''
    : await prefrontal.writeSnapshot({
        turn,
        call: turn.call,
        attempt,
        context,
        request,
        target,
        text,
      });
  const { call } = turn;
  // Of this call: what was built for an earlier one was told with that one.
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  turn.recordCall = soon(() => {
    hippocampus.sessions.note(turn, {
      type: 'call',
      call,
      attempt,
      provider: target.provider,
      model: target.model,
      snapshotId,
      requestHash: hashOfRequest(request),
    });
    broca.emit(turn, {
      type: 'context',
      call,
      snapshotId,
      ms,
      budget: context.budget,
      included: [...context.included],
      dropped: [...context.dropped],
    });
  });
  return request;
}

/**
 * Does the work in the event loop's next round, when the request that was just built has left: or at
 * once when it is called. Done once; what went wrong is thrown to whoever calls.
 */
function soon(work: () => void): () => void {
  let thrown: { readonly error: unknown } | undefined;
  const run = (): void => {
    clearImmediate(waiting);
    const job = todo;
    todo = undefined;
    try {
      job?.();
    } catch (error) {
      thrown = { error };
    }
  };
  let todo: (() => void) | undefined = work;
  const waiting = setImmediate(run);
  return () => {
    run();
    if (thrown !== undefined) throw thrown.error;
  };
}

/** Built at call 1 and kept; another window (or a fold that was asked for) gets its own build. */
async function contextFor(regions: Regions, turn: Turn, input: Preparation): Promise<Context> {
  const { target, foldHarder, text } = input;
  const held = turn.context;
  if (held !== undefined && !foldHarder && held.contextWindow === target.contextWindow) return held;
  const session = sessionOf(regions, turn);
  const history = regions.hippocampus.sessions
    .history(turn.sessionId)
    .filter((entry) => entry.turnId !== turn.turnId);
  const built = await regions.prefrontal.buildContext({
    turn: { sessionId: turn.sessionId, turnId: turn.turnId },
    text,
    attachments: await regions.readAttachments(turn.request.attachments),
    history,
    target,
    workingDir: session.meta.workingDir,
    mode: regions.modeOf(session.meta.mode),
    notes: undoNotes(session, turn.turnId),
    foundTools: session.foundTools,
    activeSkills: session.meta.skills ?? [],
    foldHarder,
  });
  // What was sent once is sent again exactly so: to another provider, and after a restart.
  const context =
    turn.userEntry === undefined
      ? built
      : { ...built, messages: [...built.messages.slice(0, -1), turn.userEntry.message] };
  turn.context = context;
  turn.foldCounts = held === undefined && !foldHarder;
  return context;
}

/**
 * The message as it was sent becomes part of the history; so does the fold that this turn began
 * with, unless it was made only for another provider's window.
 */
export function storeUserMessage(regions: Regions, turn: Turn): void {
  const { sessions } = regions.hippocampus;
  const context = turn.context;
  if (turn.userEntry !== undefined || context === undefined) return;
  if (context.fold !== undefined && turn.foldCounts) {
    storeFold(regions, turn, context.fold, turn.turnId);
  }
  turn.userEntry = context.userEntry;
  sessions.note(turn, { type: 'message', entry: context.userEntry });
}

/**
 * Tells the windows which provider answers, and which ones did not; accounts for requests that reported
 * figures and ended before they said anything.
 */
async function* noteProvider(
  regions: Regions,
  turn: Turn,
  chunks: ReturnType<Regions['thalamus']['stream']>,
  call: {
    readonly route: string | undefined;
    readonly prices: () => ModelPrices | undefined;
  },
): ReturnType<Regions['thalamus']['stream']> {
  const { route } = call;
  for await (const chunk of chunks) {
    // What was sent is told before anything that came back.
    recordCall(turn);
    if (chunk.type === 'unanswered') {
      const { provider, model, usage } = chunk;
      await account(regions, turn, { provider, model, usage, ms: 0, prices: call.prices() });
      continue;
    }
    if (chunk.type === 'provider') {
      storeUserMessage(regions, turn);
      const { provider, model, attempt, failed } = chunk;
      regions.broca.emit(turn, {
        type: 'provider',
        call: turn.call,
        provider,
        model,
        attempt,
        ...(route === undefined ? {} : { route }),
        ...(failed.length === 0 ? {} : { failed: [...failed] }),
      });
    }
    yield chunk;
  }
  recordCall(turn);
}

function recordCall(turn: Turn): void {
  const record = turn.recordCall;
  turn.recordCall = undefined;
  record?.();
}

function sessionOf(regions: Regions, turn: Turn) {
  const session = regions.hippocampus.sessions.loaded(turn.sessionId);
  if (session === undefined) throw new Error(`session ${turn.sessionId} is not loaded`);
  return session;
}
