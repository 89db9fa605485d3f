/** The shape of `config.json`. `docs/config.schema.json` is generated from this file. */
import { z } from 'zod';
import { said } from './sentences/said.ts';

export const CONFIG_VERSION = 1;

export const providerKinds = ['anthropic', 'openai', 'ollama'] as const;
export type ProviderKind = (typeof providerKinds)[number];

const modelPrices = z
  .strictObject({
    input: z.number().min(0),
    output: z.number().min(0),
    cacheRead: z.number().min(0).optional().describe('As input where it is not given.'),
    cacheWrite: z.number().min(0).optional().describe('As input where it is not given.'),
  })
  .describe('US dollars per million tokens.');
export type ModelPrices = z.infer<typeof modelPrices>;

const providerConfig = z.strictObject({
  kind: z.enum(providerKinds),
  model: z.string().describe('Model name; empty for "the first one the server lists" (Ollama).'),
  baseUrl: z.url().optional(),
  api: z
    .enum(['chat', 'responses'])
    .optional()
    .describe('Kind openai only: which API. Without it, responses at api.openai.com, else chat.'),
  apiKeyEnv: z.string().optional().describe('Name of the environment variable with the key.'),
  contextWindow: z.number().int().positive().optional().describe('Tokens.'),
  maxOutputTokens: z.number().int().positive().optional().describe('Tokens.'),
  headers: z.record(z.string(), z.string()).optional(),
  prices: z
    .record(z.string(), modelPrices)
    .optional()
    .describe(
      'By model name, which also covers its dated editions; "gpt-5*" is every model that begins so. Wins over the built-in table.',
    ),
});
export type ProviderConfig = z.infer<typeof providerConfig>;

export const permissionModes = ['default', 'acceptEdits', 'bypassPermissions'] as const;
export const permissionMode = z.enum(permissionModes);
export type PermissionMode = z.infer<typeof permissionMode>;

const limitsConfig = z.strictObject({
  maxIterations: z.number().int().min(1).max(100).default(8),
  firstByteMs: z.number().int().positive().default(60_000),
  idleMs: z.number().int().positive().default(60_000),
  toolTimeoutMs: z.number().int().positive().default(120_000),
  approvalMs: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('An unanswered approval is denied after this; without it, it waits.'),
  spendPerDayUsd: z
    .number()
    .min(0)
    .default(0)
    .describe('US dollars per local day; a call that would pass it asks first. 0 = no limit.'),
});
export type LimitsConfig = z.infer<typeof limitsConfig>;

const shares = z.strictObject({
  identity: z.number().min(0).max(1).default(0.15),
  prefrontal: z.number().min(0).max(1).default(0.1),
  memory: z.number().min(0).max(1).default(0.3),
  skills: z.number().min(0).max(1).default(0.2),
  history: z.number().min(0).max(1).default(0.25),
});
const caps = z.strictObject({
  identity: z.number().int().min(0).default(6000),
  prefrontal: z.number().int().min(0).default(4000),
  memory: z.number().int().min(0).default(4000),
  skills: z.number().int().min(0).default(6000),
});
const contextConfig = z.strictObject({
  budgetTokens: z
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('0 = 64,000 or what the window leaves.'),
  shares: shares.prefault({}),
  caps: caps.prefault({}).describe('Upper bounds in tokens; 0 = none.'),
});
export type ContextConfig = z.infer<typeof contextConfig>;

const memoryConfig = z.strictObject({
  embeddings: z
    .string()
    .default('auto')
    .describe(
      'Search by meaning beside search by words: auto = an embedding model of an Ollama on this ' +
        'machine, where there is one; off; or model@provider, which is then sent your notes.',
    ),
});

const permissionsConfig = z.strictObject({
  mode: permissionMode.default('default'),
  allow: z.array(z.string()).default([]),
  ask: z.array(z.string()).default([]),
  deny: z.array(z.string()).default([]),
  sandboxed: z.enum(['ask', 'run']).default('ask'),
});
export type PermissionsConfig = z.infer<typeof permissionsConfig>;

const sandboxConfig = z.strictObject({
  enabled: z.boolean().default(true),
  network: z.array(z.string()).default([]),
  write: z.array(z.string()).default([]),
});

const mcpOauthConfig = z.strictObject({
  clientId: z.string().min(1).optional().describe('Where the service has given one beforehand.'),
  clientSecret: z
    .string()
    .regex(/^\$\{[^}]+\}$/, 'must be ${secret:name} or ${NAME}: secrets are not kept here')
    .optional(),
  clientMetadataUrl: z
    .url({ protocol: /^https$/ })
    .optional()
    .describe('A document on the web that describes the client.'),
  scope: z.string().optional().describe('What to ask for instead of what the service proposes.'),
  callbackPort: z.number().int().min(1024).max(65535).optional(),
  grant: z.literal('client_credentials').optional().describe('Signs in without a browser.'),
});

export const mcpServerConfig = z
  .looseObject({
    command: z.string().optional(),
    args: z.array(z.string()).optional(),
    env: z.record(z.string(), z.string()).optional(),
    cwd: z.string().optional().describe('The default working directory where it is not given.'),
    url: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    type: z.string().optional().describe('sse: the older protocol over HTTP.'),
    disabled: z.boolean().optional(),
    disabledTools: z.array(z.string()).optional(),
    timeoutMs: z.number().int().positive().optional().describe('Of one call without news.'),
    sampling: z.boolean().optional().describe('true: it may ask your model, after asking you.'),
    oauth: mcpOauthConfig.optional().describe('Who we are where its owner signs in.'),
    sandbox: z
      .boolean()
      .optional()
      .describe('false: this program runs outside of the sandbox, with all rights of its owner.'),
  })
  .describe(
    'A program (command) or a URL. ${NAME} is an environment variable, ${secret:name} a stored key.',
  );
export type McpServerConfig = z.infer<typeof mcpServerConfig>;

const uiConfig = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  contrast: z.enum(['system', 'more']).default('system'),
  language: z.string().default('system'),
});
export type UiConfig = z.infer<typeof uiConfig>;

const desktopConfig = z.strictObject({
  openAtLogin: z.boolean().default(false).describe('Only the packaged program.'),
  tray: z
    .boolean()
    .default(false)
    .describe('A sign beside the clock; closing the window then leaves Connectome running.'),
  notifications: z
    .boolean()
    .default(true)
    .describe('Of approvals and finished long turns, while the window is not in front.'),
  updates: z
    .boolean()
    .default(true)
    .describe('Look for updates by itself; only the packaged program.'),
});
export type DesktopConfig = z.infer<typeof desktopConfig>;

const defaultProviders: Readonly<Record<string, ProviderConfig>> = {
  claude: { kind: 'anthropic', model: 'claude-sonnet-4-6', apiKeyEnv: 'ANTHROPIC_API_KEY' },
  openai: { kind: 'openai', model: 'gpt-5.2', apiKeyEnv: 'OPENAI_API_KEY' },
  ollama: { kind: 'ollama', model: '', baseUrl: 'http://127.0.0.1:11434' },
};

const routeConfig = z.strictObject({
  keywords: z.array(z.string()).describe('One of them must stand in the message in whole words.'),
  target: z.string().describe('model@provider, a provider, or reflex.'),
});

export const projectRules = z.strictObject({
  allow: z.array(z.string()).default([]),
  ask: z.array(z.string()).default([]),
  deny: z.array(z.string()).default([]),
  file: z
    .string()
    .optional()
    .describe('SHA-256 of the .connectome/permissions.json that was last decided about.'),
});
export type ProjectRules = z.infer<typeof projectRules>;

const foldersConfig = z.strictObject({
  trusted: z
    .array(z.string())
    .default([])
    .describe('Their AGENTS.md are part of the instructions.'),
  never: z.array(z.string()).default([]).describe('Not trusted and not asked about again.'),
  rules: z
    .record(z.string(), projectRules)
    .default({})
    .describe(
      'Permission rules by folder, for sessions that work in it; they count while it is trusted.',
    ),
});

export const configSchema = z.strictObject({
  version: z.literal(CONFIG_VERSION).default(CONFIG_VERSION),
  providers: z.record(z.string(), providerConfig).default(defaultProviders),
  cascade: z.array(z.string()).default(['claude', 'openai', 'ollama']),
  routes: z
    .array(routeConfig)
    .default([])
    .describe('First match decides where neither message nor session picked a model.'),
  workingDir: z.string().default('~/Connectome'),
  folders: foldersConfig.prefault({}),
  limits: limitsConfig.prefault({}),
  context: contextConfig.prefault({}),
  memory: memoryConfig.prefault({}),
  permissions: permissionsConfig.prefault({}),
  sandbox: sandboxConfig.prefault({}),
  mcpServers: z.record(z.string(), mcpServerConfig).default({}),
  disabledCapabilities: z.array(z.string()).default([]),
  ui: uiConfig.prefault({}),
  desktop: desktopConfig.prefault({}),
});
export type Config = z.infer<typeof configSchema>;

/** The settings of a home without a `config.json`. */
export function defaultConfig(): Config {
  return configSchema.parse({});
}

/** Something wrong in `config.json`; an error keeps the last good value in force. */
export const configProblem = z.object({
  path: z.string(),
  message: z.string(),
  said: said.optional(),
  line: z.number().optional(),
  severity: z.enum(['error', 'warning']),
});
export type ConfigProblem = Readonly<z.infer<typeof configProblem>>;
