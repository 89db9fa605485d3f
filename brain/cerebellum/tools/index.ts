/** The built-in tools. The default skills own them. */
import type { BuiltInTool } from '../tool.ts';
import { activateSkillTool } from './activate-skill.ts';
import { askTool } from './ask.ts';
import { bashOutputTool, killShellTool } from './background.ts';
import { bashTool } from './bash.ts';
import { editTool } from './edit.ts';
import { globTool } from './glob.ts';
import { grepTool } from './grep.ts';
import {
  correctTool,
  forgetTool,
  memoryGetTool,
  memorySearchTool,
  rememberTool,
} from './memory.ts';
import { proposeSkillTool } from './propose-skill.ts';
import { readTool } from './read.ts';
import { searchTool } from './search.ts';
import { sessionReadTool, sessionSearchTool } from './sessions.ts';
import { todoTool } from './todo.ts';
import { toolSearchTool } from './tool-search.ts';
import { webFetchTool } from './web-fetch.ts';
import { writeTool } from './write.ts';

/** In the order in which models see them. */
export const builtInTools: readonly BuiltInTool[] = [
  readTool,
  writeTool,
  editTool,
  globTool,
  grepTool,
  searchTool,
  bashTool,
  bashOutputTool,
  killShellTool,
  rememberTool,
  memorySearchTool,
  memoryGetTool,
  correctTool,
  forgetTool,
  sessionSearchTool,
  sessionReadTool,
  webFetchTool,
  askTool,
  todoTool,
  activateSkillTool,
  proposeSkillTool,
  toolSearchTool,
];

/** Shown for the built-in capabilities when their SKILL.md is not there. */
export const builtInCapabilities: Readonly<Record<string, string>> = {
  shell: 'Runs commands.',
  files: 'Reads, writes, edits and searches files.',
  web: 'Reads web pages.',
  dialogue: 'Asks the owner and shows him the steps of longer work.',
  skills: 'Looks up the instructions of skills, and proposes new ones.',
  memory: 'Remembers, corrects and forgets facts, and looks up what is remembered.',
};
