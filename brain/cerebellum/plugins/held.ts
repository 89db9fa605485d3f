/** What is known of one plugin while the brain runs, and what all of them are lent. */
import type { Decision } from '../../../protocol/index.ts';
import type { Host } from '../../shared/host.ts';
import type { Logger } from '../../shared/log.ts';
import type { Result } from '../../shared/result.ts';
import type { Sentence, Spoken } from '../../shared/say.ts';
import type { Clock } from '../../shared/time.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { Skill } from '../skill-file.ts';
import type { BuiltInTool } from '../tool.ts';
import type { AgreedTool } from './agreement.ts';
import type { HostCallDeps } from './host-calls.ts';
import type { PluginLimits } from './limits.ts';
import type { PluginMemory } from './memory.ts';
import type { GrantedFolders, PermissionPlaces } from './permissions.ts';
import type { PluginProcess } from './process.ts';
import type { PluginSource } from './source.ts';

export interface PluginsDeps extends HostCallDeps {
  /** Installs the packages that a plugin wants. */
  installPackages(source: PluginSource): Promise<Result<void, Sentence>>;
  readonly host: Pick<Host, 'kind' | 'runtime' | 'forkNode'>;
  readonly places: PermissionPlaces;
  readonly sandbox: Pick<
    Sandbox,
    'state' | 'known' | 'confineProgram' | 'tempFolder' | 'emptyTemp'
  >;
  /** The owner wants no sandbox. */
  isSandboxOff(): boolean;
  readonly limits: PluginLimits;
  readonly memory: PluginMemory;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The folder of the skills that come with the program: their code is the program's own. */
  readonly shipped?: string;
  /** Names that no plugin may give to a tool. */
  isTaken(tool: string): boolean;
  /** Asks the owner beside all conversations; aborted when the question has no point any more. */
  ask(question: PluginQuestion, signal: AbortSignal): Promise<Decision>;
  onChange(): void;
}

export type PluginQuestion = Spoken<'title' | 'detail' | 'risk'> & { readonly folder: string };

/** A skill with a plugin, as it is on the disk. */
export interface SkillWithPlugin {
  /** Its name in `cerebellum/`. */
  readonly folder: string;
  readonly skill: Skill;
  readonly source: PluginSource;
}

export type State =
  | { readonly kind: 'checking' | 'asks' | 'denied' | 'dependencies' }
  | { readonly kind: 'broken'; readonly reason: Sentence }
  | {
      readonly kind: 'ready';
      readonly tools: readonly AgreedTool[];
      readonly refused: readonly Sentence[];
    };

export interface Held extends SkillWithPlugin {
  readonly key: string;
  /** Aborted when it is replaced or ends. */
  readonly gone: AbortController;
  state: State;
  /** Those of the version that it replaces: they stay offered until it has been looked at. */
  readonly toolsBefore: readonly BuiltInTool[];
  /** Resolves when it has been looked at, or is replaced or ends before that. */
  readonly looked: PromiseWithResolvers<void>;
  /** Found out when it is first needed: trying the sandbox out costs. */
  confined: boolean | undefined;
  /** It comes with the program. */
  shipped: boolean;
  granted: GrantedFolders;
  running: Promise<Result<PluginProcess, Sentence>> | undefined;
  /** Resolves when the process before is gone with all that it used. */
  stopping: Promise<void> | undefined;
  runsIn: string;
  calls: number;
  /** The working folder of the calls that run. */
  callsIn: string;
  /** Calls in other folders, to be woken when these are over. */
  readonly waiting: Set<() => void>;
  idle: NodeJS.Timeout | undefined;
  failures: number;
  /** Resolved by the owner's word. */
  decided: PromiseWithResolvers<boolean> | undefined;
  /** Resolves when his word, however it came, has taken effect. */
  asking: Promise<void> | undefined;
}
