/**
 * What helps to find a fault, for its owner to read, cut and save: versions, states, numbers of the
 * settings and the end of the program log. No conversation, no note, no address, no key, no name.
 */
import { homedir, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Config, Health } from '../../protocol/index.ts';
import { readRegularFile } from '../shared/regular-file.ts';

const LOG_LINES = 120;

export interface ReportParts {
  readonly health: Health;
  readonly config: Config;
  /** The end of the program log, if there is one. */
  readonly log: string;
  readonly at: string;
  /** Masks secrets, known and guessed. */
  readonly redact: (text: string) => string;
}

export function problemReport({ health, config, log, at, redact }: ReportParts): string {
  const providers = health.providers.map(
    ({ kind, local, state }) => `- ${kind}, ${local ? 'local' : 'remote'}: ${state}`,
  );
  const { permissions, sandbox, limits } = config;
  const problems = health.config.map(
    ({ path, severity }) => `- ${severity} at ${path || 'the top'}`,
  );
  const lines = [
    '# Problem report of Connectome',
    '',
    `- made: ${at}`,
    `- version: ${health.version}, protocol ${health.protocol}, Node ${health.node}, ${health.platform}`,
    `- host: ${health.host}, up for ${Math.round(health.uptimeMs / 1000)} s, ${health.online ? 'online' : 'offline'}`,
    `- index: ${health.index.state}, ${counted(health.index.documents, 'document')}`,
    `- sandbox: ${sandbox.enabled ? 'wanted' : 'switched off'}, ${health.sandbox.available ? 'available' : 'missing'}`,
    `- secrets: ${health.secrets.backend}`,
    `- permissions: ${permissions.mode}, ${permissions.allow.length} allow, ${permissions.ask.length} ask, ${permissions.deny.length} deny`,
    `- limits: ${counted(limits.maxIterations, 'iteration')}, ${counted(config.routes.length, 'route')}, ${counted(Object.keys(config.mcpServers).length, 'server')}`,
    '',
    '## Providers, in their order',
    '',
    ...(providers.length > 0 ? providers : ['- none']),
    '',
    '## Problems in the settings',
    '',
    ...(problems.length > 0 ? problems : ['- none']),
    '',
    '## The end of the log',
    '',
    '```',
    log.trimEnd().split('\n').slice(-LOG_LINES).join('\n'),
    '```',
    '',
  ];
  return withoutOwner(redact(lines.join('\n')), health.home);
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Names of folders, of the owner and of the machine tell who it is, and never what is wrong. */
function withoutOwner(text: string, home: string): string {
  const names: readonly (readonly [string, string])[] = [
    [home, '<home of Connectome>'],
    [homedir(), '~'],
    [hostname(), '<machine>'],
    [userInfo().username, '<owner>'],
  ];
  // In the log a backslash is written twice.
  return names.reduce((told, [name, mark]) => {
    const spelled = [name, JSON.stringify(name).slice(1, -1)];
    return spelled.reduce(
      (now, one) => (one.length < 3 ? now : now.replace(wholeWord(one), mark)),
      told,
    );
  }, text);
}

const wholeWord = (name: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    'gu',
  );

export async function readLogEnd(logs: string): Promise<string> {
  try {
    return (await readRegularFile(join(logs, 'connectome.log'))).toString('utf8');
  } catch {
    // No log yet, or one that cannot be read: the report says the rest.
    return '';
  }
}
