/**
 * The text of a snapshot: what a model was sent, for people to read. Pure.
 *
 * What was sent stands in code fences longer than any fence inside it, so that nothing in it can
 * look like a section of the snapshot.
 */
import {
  budgetCategories,
  type CandidateSummary,
  type SnapshotSummary,
} from '../../protocol/index.ts';
import type { SnapshotInput } from '../regions.ts';
import { fenced } from '../shared/fence.ts';
import { parseFrontMatter } from '../shared/frontmatter.ts';
import { hashOf } from '../shared/ids.ts';
import type { ImageData, MessagePart, ModelMessage } from '../shared/model.ts';
import { hashOfRequest } from '../shared/request-hash.ts';
import { requestTokens } from '../shared/request-tokens.ts';

const SNAPSHOT_VERSION = 1;

export interface SnapshotFacts {
  readonly at: string;
  /** Masks guessed secrets, each with a visible mark. */
  readonly mask: (text: string) => string;
}

export function formatSnapshot(input: SnapshotInput, facts: SnapshotFacts): string {
  const { request, context } = input;
  const { mask } = facts;
  const tools = JSON.stringify(request.tools, null, 2);
  const sections = [
    frontMatter(input, facts.at),
    `## Message\n\n${codeBlock(mask(input.text))}`,
    `## Included\n\n${table(context.included, 'how', mask)}`,
    `## Dropped\n\n${table(context.dropped, 'reason', mask)}`,
    `## System prompt\n\nsha256 ${hashOf(request.system)}\n\n${codeBlock(mask(request.system), 'xml')}`,
    `## Volatile context\n\nsha256 ${hashOf(context.volatile)}\n\n${codeBlock(mask(context.volatile), 'xml')}`,
    `## Tools\n\nsha256 ${hashOf(JSON.stringify(request.tools))}, tool_choice ${request.toolChoice}\n\n${codeBlock(mask(tools), 'json')}`,
    messagesSection(request.messages, mask),
  ];
  return `${sections.join('\n\n')}\n`;
}

function frontMatter(input: SnapshotInput, at: string): string {
  const { turn, target, context, request } = input;
  const budget = budgetCategories.flatMap((name) => {
    const line = context.budget[name];
    if (line === undefined) return [];
    const fields = [
      `cap: ${line.cap}`,
      `used: ${line.used}`,
      ...(line.share === undefined ? [] : [`share: ${line.share}`]),
      ...(line.bound === undefined ? [] : [`bound: ${line.bound}`]),
      ...(line.decidedBy === undefined ? [] : [`decidedBy: ${line.decidedBy}`]),
    ];
    return [`  ${name}: { ${fields.join(', ')} }`];
  });
  return [
    '---',
    `version: ${SNAPSHOT_VERSION}`,
    `turn: ${JSON.stringify(turn.turnId)}`,
    `session: ${JSON.stringify(turn.sessionId)}`,
    `at: ${JSON.stringify(at)}`,
    `call: ${input.call}`,
    `attempt: ${input.attempt}`,
    `provider: ${JSON.stringify(target.provider)}`,
    `model: ${JSON.stringify(target.model)}`,
    `tokens: ${requestTokens(request)}`,
    `sha256: ${hashOfRequest(request)}`,
    'budget:',
    ...budget,
    '---',
  ].join('\n');
}

/** Reads the facts of a snapshot back; undefined when it is not one of ours. */
export function parseSnapshot(id: string, text: string): SnapshotSummary | undefined {
  const end = text.indexOf('\n---', 3);
  const parsed = end === -1 ? undefined : parseFrontMatter(text.slice(0, end + 5));
  if (parsed?.ok !== true) return undefined;
  const { data } = parsed.value;
  if (data.version !== SNAPSHOT_VERSION) return undefined;
  const string = (name: string): string => (typeof data[name] === 'string' ? data[name] : '');
  const number = (name: string): number => (typeof data[name] === 'number' ? data[name] : 0);
  return {
    snapshotId: id,
    sessionId: string('session'),
    turnId: string('turn'),
    call: number('call'),
    attempt: number('attempt'),
    at: string('at'),
    provider: string('provider'),
    model: string('model'),
    tokens: number('tokens'),
  };
}

function table(
  rows: readonly CandidateSummary[],
  last: string,
  mask: (text: string) => string,
): string {
  const head = `| path | category | score | tokens | ${last} |\n|---|---|---|---|---|`;
  const lines = rows.map((row) => {
    const place =
      row.heading === undefined || row.heading === '' ? row.path : `${row.path} › ${row.heading}`;
    const cells = [
      mask(place),
      row.category,
      row.score.toFixed(2),
      String(row.tokens),
      row.reason ?? 'whole',
    ];
    return `| ${cells.map(cell).join(' | ')} |`;
  });
  return [head, ...lines].join('\n');
}

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('\\', '\\\\').replaceAll('|', '\\|');
}

function messagesSection(
  messages: readonly ModelMessage[],
  mask: (text: string) => string,
): string {
  const written = messages.map((message, index) => {
    const who =
      message.provider === undefined ? '' : ` (${message.model ?? ''}@${message.provider})`;
    return `### ${index + 1} ${message.role}${who}\n\n${codeBlock(mask(message.parts.map(partText).join('\n\n')))}`;
  });
  return [`## Messages\n\nsha256 ${hashOf(JSON.stringify(messages))}`, ...written].join('\n\n');
}

function partText(part: MessagePart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
      return describeImage(part);
    case 'reasoning':
      return `[reasoning of ${part.provider}] ${JSON.stringify(part.block)}`;
    case 'tool_call':
      return `[tool call ${part.call.id}] ${part.call.name} ${JSON.stringify(part.call.args)}`;
    case 'tool_result':
      return [
        `[tool result ${part.toolCallId}, ${part.ok ? 'ok' : 'failed'}] ${part.name}`,
        fenced(part),
        ...(part.images ?? []).map(describeImage),
      ].join('\n');
  }
}

function describeImage({ mediaType, data }: ImageData): string {
  const bytes = Buffer.from(data, 'base64');
  return `[image ${mediaType}, ${bytes.length} bytes, sha256 ${hashOf(bytes)}]`;
}

/** A code block whose fence is longer than every run of backquotes in it. */
function codeBlock(text: string, language = 'text'): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
