/**
 * What is kept of a server between runs, one file each: what its owner let start, what it offered
 * when it was last asked, and which descriptions of its tools count. Holds no secret.
 */
import { z } from 'zod';
import { jsonObject, saidPart } from '../../../protocol/index.ts';
import { parseJson } from '../../shared/json.ts';
import type { Manifest } from './connection.ts';
import { type Described, described } from './describe.ts';

const RECORD_VERSION = 1;

const description = z.object({
  name: z.string(),
  description: z.string(),
  parameters: jsonObject,
  hash: z.string(),
});

const keptTool = description.extend({
  /** False: it came later than its owner looked; its calls ask. */
  accepted: z.boolean(),
  /** What the server says now, where that differs from what counts. */
  now: description.optional(),
});
export type KeptTool = z.infer<typeof keptTool>;

const serverRecord = z.object({
  version: z.literal(RECORD_VERSION),
  name: z.string(),
  /** Fingerprint of the command or URL that its owner let start. */
  consent: z.string().optional(),
  offered: z
    .object({
      server: z.string(),
      version: z.string(),
      protocol: z.string(),
      tools: z.array(keptTool),
      resources: z.array(
        z.object({
          uri: z.string(),
          name: z.string(),
          description: z.string(),
          template: z.boolean(),
        }),
      ),
      prompts: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          arguments: z.array(
            z.object({ name: z.string(), description: z.string(), required: z.boolean() }),
          ),
        }),
      ),
      problems: z.array(z.string()),
      /** Of what each of these is made; absent where an older program wrote them. */
      problemsSaid: z.array(z.array(saidPart).readonly()).optional(),
    })
    .optional(),
});
export type ServerRecord = z.infer<typeof serverRecord>;

export function emptyRecord(name: string): ServerRecord {
  return { version: RECORD_VERSION, name };
}

/** Undefined: it cannot be understood, and everything is asked and read anew. */
export function parseRecord(text: string): ServerRecord | undefined {
  return serverRecord.safeParse(parseJson(text)).data;
}

export function formatRecord(record: ServerRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** The record after the server was asked: what it changes by itself waits for its owner. */
export function withManifest(record: ServerRecord, manifest: Manifest): ServerRecord {
  const before = record.offered && new Map(record.offered.tools.map((tool) => [tool.name, tool]));
  const names = new Set<string>();
  const tools = manifest.tools.map(described).flatMap((tool): KeptTool[] => {
    if (names.has(tool.name)) return [];
    names.add(tool.name);
    return [keptNow(tool, before?.get(tool.name), before === undefined)];
  });
  const { server, version, protocol, resources, prompts, problems } = manifest;
  const offered = {
    ...{ server, version, protocol, tools },
    resources: [...resources],
    prompts: prompts.map((prompt) => ({ ...prompt, arguments: [...prompt.arguments] })),
    problems: problems.map(({ text }) => text),
    ...(problems.length === 0 ? {} : { problemsSaid: problems.map(({ said }) => said) }),
  };
  return { ...record, offered };
}

function keptNow(tool: Described, before: KeptTool | undefined, first: boolean): KeptTool {
  if (before === undefined) return { ...tool, accepted: first };
  // What it says again is as if it had never said anything else.
  if (before.hash === tool.hash || !before.accepted) return { ...tool, accepted: before.accepted };
  const { now: _, ...counts } = before;
  return { ...counts, now: tool };
}

/** The owner takes over what a tool is described as now; undefined where it is no more that. */
export function withAccepted(
  record: ServerRecord,
  name: string,
  hash: string,
): ServerRecord | undefined {
  const { offered } = record;
  const tool = offered?.tools.find((one) => one.name === name);
  const now = tool?.now ?? tool;
  if (offered === undefined || now === undefined || now.hash !== hash) return undefined;
  const { description, parameters } = now;
  const accepted: KeptTool = { name, description, parameters, hash, accepted: true };
  const tools = offered.tools.map((one) => (one.name === name ? accepted : one));
  return { ...record, offered: { ...offered, tools } };
}
