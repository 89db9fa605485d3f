/**
 * What a failed command is told about the sandbox that it ran in: a model that does not know of it tries
 * the same again, or looks for a way around it.
 */
import type { ToolRun } from '../regions.ts';
import { type Sentence, say } from '../shared/say.ts';
import type { ShellOutput } from './shell-output.ts';

const noNetwork =
  /could not resolve|name resolution|getaddrinfo|network is unreachable|EAI_AGAIN|ENETUNREACH|ENOTFOUND|failed to fetch|no such host/i;
const noKeys =
  /Permission denied \(.*publickey|Host key verification failed|could not read (?:Username|Password) for|terminal prompts disabled|Cannot connect to the Docker daemon|could not write config file|gh auth login|(?:unable to locate|no valid|could not find default) credentials/i;
const notWritable = /read-only file system|EROFS/i;

export function sandboxNotes(
  { confinement, opening }: ToolRun,
  output: ShellOutput,
): readonly Sentence[] {
  if (confinement === 'none') return [];
  const notes: Sentence[] = [];
  if (output.endsWith(noNetwork) && opening?.network !== true) {
    notes.push(say('bash.noNetwork'));
  }
  if (output.endsWith(noKeys)) {
    notes.push(say('bash.noKeys'));
  }
  if (output.endsWith(notWritable)) {
    notes.push(say('bash.notWritable'));
  }
  return notes;
}
