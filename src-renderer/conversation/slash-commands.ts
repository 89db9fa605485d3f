/**
 * What a message that begins with `/` means, and how it can go on. Pure. A message that is no command
 * of ours is sent as it is: paths begin with a slash, too, and some commands are the brain's.
 */
import type { McpPrompt, PermissionMode } from '../../protocol/index.ts';

const commandNames = ['new', 'model', 'mode', 'remember', 'compact', 'skill', 'reflex'] as const;
export type CommandName = (typeof commandNames)[number];

export type SlashAction =
  /** Begins another conversation, with these words in its composer. */
  | { readonly kind: 'new'; readonly text: string }
  /** Undefined: the head of the list. */
  | { readonly kind: 'model'; readonly model: string | undefined }
  | { readonly kind: 'mode'; readonly mode: PermissionMode }
  | { readonly kind: 'remember'; readonly fact: string }
  | { readonly kind: 'compact' }
  /** A server's: its text comes into the composer. `first` is what was written behind its name. */
  | { readonly kind: 'prompt'; readonly prompt: McpPrompt; readonly first: string }
  | { readonly kind: 'send'; readonly text: string };

/** What the room of the conversation does; the composer does the others itself. */
export type RoomAction = Exclude<SlashAction, { kind: 'send' | 'prompt' }>;

/** One that can be picked after a command's name. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
}

export interface SlashSources {
  readonly models: readonly Choice[];
  readonly modes: readonly Choice[];
  readonly skills: readonly Choice[];
  readonly prompts: readonly McpPrompt[];
}

export const automaticModel = 'auto';
const modes: readonly PermissionMode[] = ['default', 'acceptEdits', 'bypassPermissions'];

/** Undefined: it lacks what it needs, or names nothing that there is. */
export function slashAction(text: string, sources: SlashSources): SlashAction | undefined {
  const found = /^\/(\S+)(?:\s+([\s\S]*))?$/.exec(text.trim());
  const name = found?.[1] ?? '';
  const rest = found?.[2]?.trim() ?? '';
  switch (name) {
    case 'new':
      return { kind: 'new', text: rest };
    case 'compact':
      return rest === '' ? { kind: 'compact' } : { kind: 'send', text };
    case 'remember':
      return rest === '' ? undefined : { kind: 'remember', fact: rest };
    case 'model': {
      if (rest === automaticModel) return { kind: 'model', model: undefined };
      const model = sources.models.find(({ value }) => value === rest);
      return model === undefined ? undefined : { kind: 'model', model: model.value };
    }
    case 'mode': {
      const mode = modes.find((known) => known === rest);
      return mode === undefined ? undefined : { kind: 'mode', mode };
    }
    default: {
      const prompt = sources.prompts.find((known) => promptName(known) === name);
      if (prompt !== undefined) return { kind: 'prompt', prompt, first: rest };
      const skill = sources.skills.find(({ value }) => value === name);
      if (skill === undefined) return { kind: 'send', text };
      return { kind: 'send', text: `/skill ${quoted(skill.value)} ${rest}`.trim() };
    }
  }
}

const promptName = ({ server, name }: McpPrompt): string => `${server}:${name}`;

const quoted = (name: string): string => (/\s/.test(name) ? `"${name}"` : name);

export interface Completion {
  /** The whole text of the composer when it is taken. */
  readonly text: string;
  readonly label: string;
  readonly detail: string;
  /** Nothing more is needed: taking it carries it out. */
  readonly isWhole: boolean;
}

/** What the text may become; empty where it is no command, or a whole one already. */
export function completionsOf(
  text: string,
  sources: SlashSources,
  describe: (name: CommandName) => string,
): readonly Completion[] {
  if (!text.startsWith('/') || text.includes('\n')) return [];
  const space = text.indexOf(' ');
  if (space < 0) return namesFor(text.slice(1).toLowerCase(), sources, describe);
  const name = text.slice(1, space);
  const typed = text.slice(space + 1).toLowerCase();
  const choices = choicesOf(name, sources);
  return choices
    .filter(({ value, label }) => contains(value, typed) || contains(label, typed))
    .filter(({ value }) => value.toLowerCase() !== typed)
    .map(({ value, label, detail = '' }) => ({
      text: `/${name} ${quoted(value)}${name === 'skill' ? ' ' : ''}`,
      label,
      detail,
      isWhole: name !== 'skill',
    }));
}

function namesFor(
  typed: string,
  { skills, prompts }: SlashSources,
  describe: (name: CommandName) => string,
): readonly Completion[] {
  const commands = commandNames
    .filter((name) => name.startsWith(typed))
    .map((name) => ({
      text: name === 'compact' ? '/compact' : `/${name} `,
      label: `/${name}`,
      detail: describe(name),
      isWhole: name === 'compact' || (name === 'new' && typed === 'new'),
    }));
  const own = skills
    .filter(({ value }) => !/\s/.test(value) && contains(value, typed))
    .map(({ value, detail = '' }) => ({
      text: `/${value} `,
      label: `/${value}`,
      detail,
      isWhole: false,
    }));
  // One with a space in its name could not be told from what is written behind it.
  const others = prompts
    .map((prompt) => ({ name: promptName(prompt), detail: prompt.description }))
    .filter(({ name }) => !/\s/.test(name) && contains(name, typed))
    .map(({ name, detail }) => ({ text: `/${name}`, label: `/${name}`, detail, isWhole: true }));
  return [...commands, ...own, ...others];
}

function choicesOf(name: string, sources: SlashSources): readonly Choice[] {
  if (name === 'model') return sources.models;
  if (name === 'mode') return sources.modes;
  return name === 'skill' ? sources.skills : [];
}

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part);
