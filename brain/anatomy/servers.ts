/** MCP servers as the rest of the brain sees them. Types only. */
import type {
  McpPrompt,
  McpResource,
  McpServerConfig,
  McpServerInfo,
  PastedServerInfo,
} from '../../protocol/index.ts';
import type { Result } from '../shared/result.ts';
import type { Sentence } from '../shared/say.ts';

export interface McpServers {
  /** Starts what may start; returns at once. */
  start(): void;
  list(): readonly McpServerInfo[];
  /** What pasted text would add. Changes nothing. */
  read(text: string): Promise<Result<readonly PastedServerInfo[], Sentence>>;
  /**
   * Adds pasted servers to the settings, their secrets to the key store. `start`: their owner has
   * seen what `read` showed, and lets them start.
   */
  add(input: {
    readonly text: string;
    readonly names?: readonly string[];
    /** Secrets that the text left open, by their names. */
    readonly secrets?: Readonly<Record<string, string>>;
    readonly start: boolean;
    readonly allowFile: boolean;
  }): Promise<
    Result<
      readonly string[],
      { readonly kind: 'denied' | 'unavailable'; readonly message: Sentence }
    >
  >;
  remove(name: string): Promise<Result<void, Sentence>>;
  change(
    name: string,
    patch: Partial<McpServerConfig> | ((entry: McpServerConfig) => Partial<McpServerConfig>),
  ): Promise<Result<McpServerInfo, Sentence>>;
  /** The owner lets it start as it is shown now. */
  allow(name: string, launch: string): Result<McpServerInfo, Sentence>;
  /** Starts it anew and waits for what comes of it. */
  test(name: string): Promise<McpServerInfo | undefined>;
  /** Opens the page at which its owner signs in; gives its address. */
  signIn(name: string): Promise<Result<string, Sentence>>;
  /** Takes over what a tool is described as now. */
  accept(
    name: string,
    tools: readonly { readonly name: string; readonly hash: string }[],
  ): Result<McpServerInfo, Sentence>;
  logs(name: string): readonly string[] | undefined;
  prompts(): readonly McpPrompt[];
  /** Its text, for the owner to read before it is sent. */
  prompt(
    server: string,
    name: string,
    args: Readonly<Record<string, string>>,
  ): Promise<Result<string, Sentence>>;
  resources(name: string): readonly McpResource[] | undefined;
  resource(name: string, uri: string): Promise<Result<string, Sentence>>;
}
