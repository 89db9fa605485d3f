/** MCP servers on the wire. */
import { z } from 'zod';
import { said, saidPart } from './sentences/said.ts';

export const mcpServerState = z.enum([
  'off',
  'asks',
  'starting',
  'ready',
  'waiting',
  'failed',
  'sign_in',
]);
export type McpServerState = z.infer<typeof mcpServerState>;

/** What a server says about a tool now, where that is not what its owner has accepted. */
const mcpToolChange = z.object({
  kind: z.enum(['new', 'changed']),
  /** Of what is said now; goes back with `mcp.accept`. */
  hash: z.string(),
  description: z.string(),
});

export const mcpTool = z.object({
  name: z.string(),
  /** As permission rules name it. */
  rule: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  change: mcpToolChange.optional(),
});
export type McpTool = z.infer<typeof mcpTool>;

export const mcpServerInfo = z.object({
  name: z.string(),
  kind: z.enum(['stdio', 'http']).optional(),
  state: mcpServerState,
  /** One sentence for people: what is wrong and what to do. Empty where nothing is. */
  message: z.string(),
  said: said.optional(),
  /** The exact command or URL, with secrets masked, and what tells it from any other. */
  shown: z.string(),
  launch: z.string(),
  /** Of a program, once that is known: it runs in the sandbox. */
  confined: z.boolean().optional(),
  /** The server's own name and version, once it has told them. */
  server: z.string().optional(),
  version: z.string().optional(),
  protocol: z.string().optional(),
  tools: z.array(mcpTool),
  resources: z.number(),
  prompts: z.number(),
  /** What was left out of what it offers. */
  problems: z.array(z.string()),
  /** Of what each of these is made. */
  problemsSaid: z.array(z.array(saidPart).readonly()).optional(),
  /** It was signed in to. */
  signedIn: z.boolean(),
  /** It may ask its owner's model, after asking him. */
  sampling: z.boolean(),
});
export type McpServerInfo = z.infer<typeof mcpServerInfo>;

/** What pasted text would add. */
export const pastedServerInfo = z.object({
  name: z.string(),
  kind: z.enum(['stdio', 'http']),
  shown: z.string(),
  launch: z.string(),
  /** Of a program: it would run in the sandbox. */
  confined: z.boolean().optional(),
  /** A server of this name is there already and would be replaced. */
  exists: z.boolean(),
  /** Kept in the key store; `given`: the text has it. */
  secrets: z.array(z.object({ name: z.string(), label: z.string(), given: z.boolean() })),
});
export type PastedServerInfo = z.infer<typeof pastedServerInfo>;

export const mcpPrompt = z.object({
  server: z.string(),
  name: z.string(),
  description: z.string(),
  arguments: z.array(
    z.object({ name: z.string(), description: z.string(), required: z.boolean() }),
  ),
});
export type McpPrompt = z.infer<typeof mcpPrompt>;

export const mcpResource = z.object({
  uri: z.string(),
  name: z.string(),
  description: z.string(),
  template: z.boolean(),
});
export type McpResource = z.infer<typeof mcpResource>;
