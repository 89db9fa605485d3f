/** What the servers' part needs of the others, and what each server needs of it. */
import type {
  Decision,
  McpServerConfig,
  McpServerInfo,
  PendingAsk,
} from '../../../protocol/index.ts';
import type { Settings, SettingsPatch } from '../../regions.ts';
import type { HomePaths } from '../../shared/home.ts';
import type { Logger } from '../../shared/log.ts';
import type { Redactor } from '../../shared/redact.ts';
import type { Result } from '../../shared/result.ts';
import type { Sentence } from '../../shared/say.ts';
import type { Storage } from '../../storage/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { Confinement } from './confinement.ts';
import type { Later } from './later.ts';
import type { Launch } from './launch.ts';
import type { ServerRecord } from './record.ts';
import type { SignIn } from './sign-in.ts';
import type { Confine } from './transports.ts';
import type { WantedFolders } from './wanted-folders.ts';

/** The rule that such an ask names, so that windows can word it for themselves. */
export type AskRule = 'mcp_start' | 'mcp_tools';

/** A question of the brain itself; `withdraw` when it was answered in another place. */
export interface ServerAsk {
  readonly answer: Promise<Decision>;
  withdraw(decision: Decision): void;
}

export interface ServersDeps {
  readonly paths: Pick<HomePaths, 'mcp' | 'root'>;
  readonly storage: Storage;
  readonly settings: Settings;
  readonly updateSettings: (patch: SettingsPatch) => Promise<Result<unknown, Sentence>>;
  readonly secrets: {
    get(name: string): Promise<string | undefined>;
    set(
      name: string,
      value: string,
      options: { allowFile: boolean },
    ): Promise<Result<unknown, Sentence>>;
    delete(name: string): Promise<unknown>;
    names(): readonly string[];
  };
  readonly redactor: Pick<Redactor, 'add' | 'own'>;
  readonly sandbox: Pick<Sandbox, 'state' | 'known' | 'confineServer'>;
  readonly readEnvironment: (name: string) => string | undefined;
  readonly userHome: string;
  readonly version: string;
  readonly logger: Logger;
  readonly ask: (what: {
    readonly rule: AskRule;
    readonly server: NonNullable<PendingAsk['server']>;
    readonly title: string;
    readonly detail: string;
    readonly risk: string;
  }) => ServerAsk;
  /** Opens a page in the owner's browser. */
  readonly openLink: (url: string) => Promise<void>;
  onChange(server: McpServerInfo): void;
}

export interface ServerDeps {
  readonly name: string;
  readonly version: string;
  resolve(config: McpServerConfig): Promise<Result<Launch, Sentence>>;
  readonly environment: (
    own: Readonly<Record<string, string>>,
    program: string,
  ) => Record<string, string>;
  readonly confinement: Confinement;
  readonly confine: Confine;
  /** For what one in the sandbox says. */
  readonly wantedFolders: WantedFolders;
  readonly signIn: SignIn;
  /** Opens a page in the owner's browser. */
  readonly openLink: (url: string) => Promise<void>;
  /** Masks our own secrets. */
  redact(text: string): string;
  /** The default working directory. */
  readonly folder: string;
  /** Asks the owner whether this may start. */
  onAsks(launch: string): void;
  /** Something that windows show has changed. */
  onChange(): void;
  /** To be kept on the disk. */
  onRecord(record: ServerRecord): void;
  /** Only tests pass another one. */
  readonly later?: Later;
}
