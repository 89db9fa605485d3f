/** What can be called and what a call may reach: tools, skills, the sandbox. Types only. */
import type { ToolDefinition } from '../shared/model.ts';
import type { Sentence, Told } from '../shared/say.ts';

/**
 * read: looks only; change: edits files; command: runs programs; memory: knowledge files; dialogue:
 * talks to the owner, or to what the session itself started, and touches nothing else; web: reads a page from a host; mcp.
 */
export type ToolKind =
  | 'read'
  | 'change'
  | 'command'
  | 'memory'
  | 'dialogue'
  | 'web'
  | 'mcp'
  | 'other';

/** Held to by the sandbox where there is one; elsewhere only what it says of itself. */
export interface PluginReach {
  /** It may send something out: to hosts, or by commands. */
  readonly sends: boolean;
  readonly changes: boolean;
  /** It may read what is not the mind's own. */
  readonly readsElsewhere: boolean;
}

export interface ToolSpec extends ToolDefinition {
  readonly kind: ToolKind;
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  readonly timeoutMs?: number;
  /** Asks its owner whatever the mode and the rules say; one sentence on why. */
  readonly alwaysAsks?: Sentence;
  /** It is itself a question to the owner: it waits for him as long as an approval does. */
  readonly asksOwner?: boolean;
  /** It is a plugin's: what that can do at most, by what confines it. */
  readonly plugin?: PluginReach;
  /** Name of the skill, plugin or server that owns it. */
  readonly capability: string;
}

/** A danger or confirm pattern from a skill. */
export interface SkillPattern {
  readonly pattern: string;
  readonly level: 'block' | 'confirm';
  readonly reason: string;
  readonly skill: string;
}

/** Can commands be confined on this machine? `message`: in which sandbox, or why in none. */
export interface SandboxState extends Told<'message'> {
  readonly available: boolean;
}

/**
 * How a command runs. `vetted`: reads only its folder and the system, writes nothing, no network;
 * `standard`: writes in its folder, network as the settings say; `none`: as the owner himself.
 */
export type Confinement = 'vetted' | 'standard' | 'none';

/** What is opened for one command beyond the usual sandbox, because its owner said yes to it. */
export interface SandboxOpening {
  /** Real paths of folders outside the working directory that it may write to. */
  readonly folders: readonly string[];
  readonly network: boolean;
  /**
   * Servers (`host:port`) that it reaches and nothing else, signing in with its owner's SSH agent, which is
   * at `agent`. Then `network` is false.
   */
  readonly signing?: { readonly servers: readonly string[]; readonly agent: string };
  /** What Git may note in its settings, which are closed to the command itself. */
  readonly tracking?: readonly Tracking[];
}

/** A branch that follows one of a server. */
export interface Tracking {
  /** In the repository. */
  readonly folder: string;
  /** Absent: the one that is checked out. */
  readonly local?: string;
  /** Absent: what the branch was made from. */
  readonly remote?: string;
  /** Absent: of the same name. */
  readonly branch?: string;
}

export interface SkillSummary {
  readonly name: string;
  readonly description: string;
  /** Workspace-relative path of SKILL.md. */
  readonly path: string;
  readonly triggers: readonly string[];
  readonly body: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  /** Its other files that can be read, relative to the folder. */
  readonly files: readonly string[];
  readonly requires: readonly string[];
  /** Rules: while its owner has it active by `/skill`, no other call runs. None: no restriction. */
  readonly allowedTools: readonly string[];
}

/** A skill that the owner has activated by `/skill`, until he ends it. */
export interface ActiveSkill {
  readonly name: string;
  /** The rules of its `allowed-tools`; undefined: it restricts nothing. */
  readonly allowedTools?: readonly string[];
}
