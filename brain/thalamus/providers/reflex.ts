/**
 * The reflexes: a small rule-based responder that needs no model. It takes the same requests and
 * gives the same chunks as a model, so its tool calls pass through safety, tasks and journals like
 * anybody's. Pure: the same request at the same time gives the same answer.
 */
import type { JsonObject, JsonValue } from '../../../protocol/index.ts';
import type { MessagePart, ModelMessage, ModelRequest, StreamChunk } from '../../shared/model.ts';
import { messageOf } from '../../shared/result.ts';
import { clip } from '../../shared/text.ts';
import { isEcho } from '../reflex/echo.ts';
import { type Intent, intentOf, languageOf } from '../reflex/intent.ts';
import { type Phrases, phrasesIn, type Reason } from '../reflex/phrases.ts';
import {
  codeBlock,
  foundNothing,
  hitList,
  hitsIn,
  languageOfFile,
  listed,
  plainOutput,
  withoutLineNumbers,
} from '../reflex/render.ts';

type ToolResultPart = Extract<MessagePart, { type: 'tool_result' }>;

type Reaction =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: JsonObject };

export function reflexChunks(
  request: ModelRequest,
  now: Date,
  reason: Reason,
): readonly StreamChunk[] {
  const opening = request.messages.findLastIndex((message) => message.role === 'user');
  const said = ownersWords(request.messages[opening]);
  const results = request.messages
    .slice(opening + 1)
    .flatMap((message) => message.parts)
    .filter((part) => part.type === 'tool_result');
  const phrases = phrasesIn(languageOf(said));
  const intent = intentOf(said, now);
  const reaction =
    results.length > 0
      ? say(results.map((result) => report(result, intent, phrases, reason, now)).join('\n\n'))
      : react(intent, request, phrases, reason);
  return chunksOf(reaction);
}

function chunksOf(reaction: Reaction): readonly StreamChunk[] {
  if (reaction.kind === 'say') {
    return [
      { type: 'text', text: reaction.text },
      { type: 'stop', reason: 'end' },
    ];
  }
  const { name, args } = reaction;
  return [
    { type: 'tool_call', index: 0, name, args },
    { type: 'stop', reason: 'tool_calls' },
  ];
}

/** The owner's words stand last in the message, after this turn's `<context>` and attachments. */
function ownersWords(message: ModelMessage | undefined): string {
  const last = (message?.parts ?? []).filter((part) => part.type === 'text').at(-1)?.text ?? '';
  return last.replace(/^\s*<context>[\s\S]*?<\/context>/, '').trim();
}

function say(text: string): Reaction {
  return { kind: 'say', text };
}

function react(intent: Intent, request: ModelRequest, phrases: Phrases, reason: Reason): Reaction {
  switch (intent.kind) {
    case 'help':
      return say(`${phrases.who(reason)}\n\n${phrases.help}`);
    case 'greet':
      return say(`${phrases.greeting} ${phrases.who(reason)}`);
    case 'thanks':
      return say(phrases.thanks);
    case 'empty':
      return say(`${phrases.empty} ${phrases.who(reason)}`);
    default:
      return callTool(toolFor(intent), request, phrases);
  }
}

type Wanted = { readonly name: string; readonly args: JsonObject } | { readonly json: string };

function toolFor(
  intent: Exclude<Intent, { kind: 'help' | 'greet' | 'thanks' | 'empty' }>,
): Wanted & {
  readonly name: string;
} {
  switch (intent.kind) {
    case 'remember':
      return { name: 'remember', args: { fact: intent.fact } };
    case 'forget': {
      const { fact, everywhere } = intent;
      return { name: 'forget', args: everywhere ? { fact, everywhere } : { fact } };
    }
    case 'correct':
      return { name: 'correct', args: { old: intent.old, new: intent.replacement } };
    case 'recall':
      return { name: 'memory_search', args: { query: wordsAbout(intent.query) } };
    case 'day':
      return { name: 'memory_search', args: { query: intent.day, limit: 10 } };
    case 'list': {
      const { pattern, path } = intent;
      return { name: 'Glob', args: path === undefined ? { pattern } : { pattern, path } };
    }
    case 'read':
      return { name: 'Read', args: { file_path: intent.path } };
    case 'search': {
      const { query, path } = intent;
      return { name: 'Search', args: path === undefined ? { query } : { query, path } };
    }
    case 'run':
      return { name: intent.tool, json: intent.json };
    case 'other':
      return { name: 'memory_search', args: { query: clip(intent.text, 400) } };
  }
}

/** "me" is in no note; these are the words in which people tell about themselves. */
const ABOUT_ME = 'my name birthday live work';
const ABOUT_ME_GERMAN = 'mein Name heiße Geburtstag wohne arbeite';
const ABOUT_ME_ARABIC = 'اسمي عمري ميلادي أسكن أعمل بيتي';

function wordsAbout(query: string): string {
  if (/^(?:me|myself|my life)$/i.test(query)) return ABOUT_ME;
  if (/^(?:mich|mir)$/i.test(query)) return ABOUT_ME_GERMAN;
  return /^عن[يّ]+$/.test(query) ? ABOUT_ME_ARABIC : query;
}

function callTool(
  wanted: Wanted & { readonly name: string },
  request: ModelRequest,
  phrases: Phrases,
): Reaction {
  if (request.toolChoice === 'none') return say(phrases.noMoreTools);
  const known = request.tools.map((tool) => tool.name);
  const name =
    known.find((tool) => tool === wanted.name) ??
    known.find((tool) => tool.toLowerCase() === wanted.name.toLowerCase());
  if (name === undefined) {
    return say(phrases.noTool(wanted.name, known.map((tool) => `\`${tool}\``).join(', ')));
  }
  if (!('json' in wanted)) return { kind: 'call', name, args: wanted.args };
  const args = readArgs(wanted.json);
  return 'problem' in args
    ? say(phrases.badJson(clip(args.problem, 120)))
    : { kind: 'call', name, args: args.args };
}

function readArgs(json: string): { readonly args: JsonObject } | { readonly problem: string } {
  if (json.trim() === '') return { args: {} };
  try {
    const value: JsonValue = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { args: value as JsonObject };
    }
    return { problem: 'not an object' };
  } catch (thrown) {
    return { problem: messageOf(thrown) };
  }
}

/** One finished tool call, told to a person in the light of what was asked. */
function report(
  result: ToolResultPart,
  intent: Intent,
  phrases: Phrases,
  reason: Reason,
  now: Date,
): string {
  const output = plainOutput(result.output);
  if (!result.ok) return `${phrases.failed(result.name)}\n\n${quote(output)}`;
  const nothing = foundNothing(result.output);
  const known = (): string => (nothing ? '' : hitList(output, (hit) => isEcho(hit, now)));
  switch (intent.kind) {
    case 'remember':
      return (
        phrases.remembered(intent.fact) + (output === '' ? '' : `\n\n${quote(clip(output, 300))}`)
      );
    case 'recall':
      return recalled(known(), intent.query, phrases, reason);
    case 'day': {
      // The search also finds other days that share a number with this one.
      const hits = hitsIn(output)?.filter((hit) => hit.place.includes(intent.day)) ?? [];
      return hits.length === 0
        ? phrases.emptyDay(intent.day)
        : `${phrases.day(intent.day)}\n\n${listed(hits)}`;
    }
    case 'list':
      return nothing
        ? intent.pattern === '*'
          ? phrases.emptyFolder
          : phrases.noFiles(intent.pattern)
        : `${phrases.files(intent.pattern)}\n\n${codeBlock(output)}`;
    case 'read':
      return `\`${intent.path}\`\n\n${codeBlock(withoutLineNumbers(output), languageOfFile(intent.path))}`;
    case 'search':
      return nothing
        ? phrases.noFiles(intent.query)
        : `${phrases.found(intent.query)}\n\n${codeBlock(output)}`;
    case 'other': {
      const list = known();
      const found = recalled(list, clip(intent.text, 60), phrases, reason);
      return list === '' ? found : `${found}\n\n${phrases.who(reason)}`;
    }
    default:
      return output === '' ? phrases.noOutput : codeBlock(output);
  }
}

/** "What is the capital of France?" looks like a question to the memory; the answer says why it stays one. */
function recalled(list: string, query: string, phrases: Phrases, reason: Reason): string {
  return list === ''
    ? `${phrases.nothingFound(query)}\n\n${phrases.who(reason)}`
    : `${phrases.found(query)}\n\n${list}`;
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
