/**
 * What a failed command is told about the sandbox that it ran in: a model that does not know of it tries
 * the same again, or looks for a way around it.
 */
import type { ToolRun } from '../regions.ts';
import type { ShellOutput } from './shell-output.ts';

const noNetwork =
  /could not resolve|name resolution|getaddrinfo|network is unreachable|EAI_AGAIN|ENETUNREACH|ENOTFOUND|failed to fetch|no such host/i;
const noKeys =
  /Permission denied \(.*publickey|Host key verification failed|could not read (?:Username|Password) for|terminal prompts disabled|Cannot connect to the Docker daemon|could not write config file|gh auth login|(?:unable to locate|no valid|could not find default) credentials/i;
const notWritable = /read-only file system|EROFS/i;

export function sandboxNotes(
  { confinement, opening }: ToolRun,
  output: ShellOutput,
): readonly string[] {
  if (confinement === 'none') return [];
  const notes: string[] = [];
  if (output.endsWith(noNetwork) && opening?.network !== true) {
    notes.push(
      '[It ran in a sandbox without network. A command whose business is the network (npm install, git ' +
        'fetch, curl) gets it when the owner allows it: run that one first, by itself.]',
    );
  }
  if (output.endsWith(noKeys)) {
    notes.push(
      '[Keys, passwords and local services are closed to commands in the sandbox. Where the owner’s request ' +
        'needs them, call it again, alone, with outside_sandbox: he is asked. Do not look for another way around it.]',
    );
  }
  if (output.endsWith(notWritable)) {
    notes.push(
      '[It ran in a sandbox that writes only in the working folder and in $TMPDIR. Folders that the ' +
        'command itself names are opened for it when the owner allows it.]',
    );
  }
  return notes;
}
