/** The environment of a command: the owner's, without keys and without what makes programs run others. */
import type { Config } from '../../protocol/index.ts';

const keys = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|^GOOGLE_APPLICATION_|^PGPASS/i;
/** Loaded or run by every shell, linker or interpreter that finds them. */
const hooks =
  /^(?:LD_|DYLD_|BASH_FUNC_|CONNECTOME_|ELECTRON_)|^(?:NODE_OPTIONS|NODE_PATH|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PS4|IFS|CDPATH|PROMPT_COMMAND|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|PERL5OPT|PERL5LIB|PERLLIB|RUBYOPT|RUBYLIB|GIT_SSH|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|GIT_EXEC_PATH|GIT_CONFIG.*|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|RIPGREP_CONFIG_PATH|PWD|OLDPWD|SHLVL|_)$/;
/** `postgres://user:password@host` */
const credentialsInUrl = /:\/\/[^/\s:@]+:[^/\s@]+@/;

export function shellEnvironment(
  from: Readonly<NodeJS.ProcessEnv>,
  config: Config,
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  const named = new Set(Object.values(config.providers).map((provider) => provider.apiKeyEnv));
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined || keys.test(name) || hooks.test(name) || named.has(name)) continue;
    if (credentialsInUrl.test(value)) continue;
    result[name] = value;
  }
  return {
    ...result,
    // Nobody sits at this terminal: no pager, no prompt that waits for ever.
    TERM: 'dumb',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    ...extra,
  };
}
