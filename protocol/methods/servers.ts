/** Methods about MCP servers; part of the table in `methods.ts`. */
import { z } from 'zod';
import { mcpPrompt, mcpResource, mcpServerInfo, pastedServerInfo } from '../servers.ts';

const name = z.string().min(1);
const server = z.object({ server: mcpServerInfo });
const text = z.string().max(200_000);

export const serverMethods = {
  'mcp.list': { params: z.object({}), result: z.object({ servers: z.array(mcpServerInfo) }) },
  /** What a pasted text would add; changes and starts nothing. */
  'mcp.read': {
    params: z.object({ text }),
    result: z.object({ servers: z.array(pastedServerInfo) }),
  },
  /** `start`: the owner has seen what `mcp.read` showed and lets it start. */
  'mcp.add': {
    params: z.object({
      text,
      /** All of them where absent. */
      names: z.array(name).optional(),
      /** What the text left open, by the names of the secrets. */
      secrets: z.record(z.string(), z.string()).optional(),
      start: z.boolean(),
      /** Where there is no keyring: secrets go to a file that only the owner can read. */
      allowFile: z.boolean().optional(),
    }),
    result: z.object({ added: z.array(z.string()), servers: z.array(mcpServerInfo) }),
  },
  /** With its secrets. */
  'mcp.remove': { params: z.object({ name }), result: z.object({ removed: z.boolean() }) },
  /** `launch`: of the server as it was shown; another one is refused. */
  'mcp.allow': { params: z.object({ name, launch: z.string() }), result: server },
  /** Ends it, starts it anew and waits until it is up or has failed. */
  'mcp.test': { params: z.object({ name }), result: server },
  /** The page at which the owner signs in; the brain opens it, too. */
  'mcp.signIn': { params: z.object({ name }), result: z.object({ url: z.string() }) },
  'mcp.setEnabled': { params: z.object({ name, enabled: z.boolean() }), result: server },
  /** Whether it may ask the owner's model, after asking him each time. */
  'mcp.setSampling': { params: z.object({ name, allowed: z.boolean() }), result: server },
  'mcp.setTool': {
    params: z.object({ name, tool: z.string(), enabled: z.boolean() }),
    result: server,
  },
  /** What these tools are described as now counts from now on. */
  'mcp.accept': {
    params: z.object({
      name,
      tools: z.array(z.object({ name: z.string(), hash: z.string() })),
    }),
    result: server,
  },
  /** Of all servers that are switched on. */
  'mcp.prompts': { params: z.object({}), result: z.object({ prompts: z.array(mcpPrompt) }) },
  /** The text of a prompt, written by its server: for the owner to read and send, never sent by itself. */
  'mcp.prompt': {
    params: z.object({
      server: name,
      name,
      arguments: z.record(z.string(), z.string()).optional(),
    }),
    result: z.object({ text: z.string() }),
  },
  'mcp.resources': {
    params: z.object({ name }),
    result: z.object({ resources: z.array(mcpResource) }),
  },
  'mcp.resource': {
    params: z.object({ name, uri: z.string().min(1).max(4000) }),
    result: z.object({ text: z.string() }),
  },
  /** What it said lately beside its messages, oldest first. */
  'mcp.logs': { params: z.object({ name }), result: z.object({ lines: z.array(z.string()) }) },
} as const;
