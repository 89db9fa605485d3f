/** What the methods need of the brain. `brain.ts` fills it once. */
import type { BrainEventBody, Health, SessionSummary } from '../../protocol/index.ts';
import type { Attachments } from '../hippocampus/attachments.ts';
import type { SessionState } from '../hippocampus/session-state.ts';
import type { Sessions } from '../hippocampus/sessions.ts';
import type { DefaultMind, MindArchives, WorkspaceFiles } from '../home/index.ts';
import type {
  Amygdala,
  Cerebellum,
  Cortex,
  Forgetting,
  Knowledge,
  Motor,
  Prefrontal,
  Recollection,
  Spending,
  Thalamus,
} from '../regions.ts';
import type { Secrets, SettingsFile } from '../settings/index.ts';
import type { Result } from '../shared/result.ts';
import { type Sentence, say } from '../shared/say.ts';
import type { Clock } from '../shared/time.ts';
import type { Lanes } from '../turn/lanes.ts';
import type { Regions } from '../turn/turn.ts';
import { fail } from './errors.ts';

export interface Parts {
  readonly epoch: string;
  readonly sessions: Sessions;
  readonly attachments: Attachments;
  readonly knowledge: Knowledge;
  readonly forgetting: Forgetting;
  readonly recollection: Recollection;
  readonly lanes: Lanes;
  /** What undoing a turn's files works with. */
  readonly regions: Pick<Regions, 'cerebellum' | 'broca' | 'hippocampus'>;
  readonly changeActiveSkills: (
    sessionId: string,
    change: (active: readonly string[]) => readonly string[],
  ) => Promise<void>;
  readonly prefrontal: Prefrontal;
  readonly cortex: Cortex;
  readonly thalamus: Thalamus;
  readonly spending: Spending;
  readonly clock: Clock;
  readonly amygdala: Amygdala;
  readonly motor: Motor;
  readonly cerebellum: Cerebellum;
  readonly settings: SettingsFile;
  readonly secrets: Secrets;
  readonly workspace: WorkspaceFiles;
  readonly defaultMind: DefaultMind;
  readonly archives: MindArchives;
  readonly configPath: string;
  /** The default working directory, made if it is missing. */
  readonly defaultWorkingDir: () => Promise<string>;
  readonly checkWorkingDir: (path: string) => Promise<Result<string, Sentence>>;
  readonly announce: (body: BrainEventBody) => void;
  readonly health: () => Promise<Health>;
  /** A problem report, masked. */
  readonly report: () => Promise<{ readonly name: string; readonly text: string }>;
  readonly gatewayUrl: () => Promise<string | undefined>;
}

/** The folder that a client wants for a session, or the error every method gives for one that cannot be. */
export async function workingDirFor(parts: Parts, wanted: string | undefined): Promise<string> {
  if (wanted === undefined) return parts.defaultWorkingDir();
  const checked = await parts.checkWorkingDir(wanted);
  return checked.ok ? checked.value : fail('denied', checked.error);
}

/** The session, or the error every method gives for an unknown one. */
export async function openSession(parts: Parts, sessionId: string): Promise<SessionState> {
  const state = await parts.sessions.open(sessionId);
  return state ?? fail('not_found', say('none.session', { id: sessionId }));
}

export function summaryOf(parts: Parts, sessionId: string): SessionSummary {
  return (
    parts.sessions.summary(sessionId) ?? fail('not_found', say('none.session', { id: sessionId }))
  );
}

/** Tells every window that a session's line in the list changed. */
export function announceSession(
  parts: Pick<Parts, 'sessions' | 'announce'>,
  sessionId: string,
  change: 'created' | 'updated' | 'queue' | 'rewritten',
): void {
  const session = parts.sessions.summary(sessionId);
  if (session !== undefined)
    parts.announce({ type: 'session_changed', sessionId, change, session });
}
