/** The environment of a server: what programs need to find their way, and what its entry names. */
const network = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].concat([
  ...['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
]);
const ordinary =
  process.platform === 'win32'
    ? [
        'APPDATA',
        'COMSPEC',
        'HOMEDRIVE',
        'HOMEPATH',
        'LOCALAPPDATA',
        'PATH',
        'PATHEXT',
        'PROGRAMDATA',
      ]
        .concat(['PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432', 'SYSTEMDRIVE', 'SYSTEMROOT'])
        .concat(['TEMP', 'TMP', 'USERNAME', 'USERPROFILE', 'WINDIR', 'PROCESSOR_ARCHITECTURE'])
        .concat(network)
    : ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'USER', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR']
        .concat(['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR'])
        .concat(network, ['http_proxy', 'https_proxy', 'no_proxy']);
/** `http://user:password@host`: even a proxy's. */
const credentialsInUrl = /:\/\/[^/\s:@]+:[^/\s@]+@/;

/** npm tries for more than a minute before it says what is wrong; then nobody waits for it any more. */
const soonTold = {
  npm_config_fetch_retry_mintimeout: '500',
  npm_config_fetch_retry_maxtimeout: '3000',
};

export function serverEnvironment(
  own: Readonly<Record<string, string>>,
  readEnvironment: (name: string) => string | undefined,
  program = '',
): Record<string, string> {
  const result: Record<string, string> = { TERM: 'dumb' };
  for (const name of ordinary) {
    const value = readEnvironment(name);
    if (value !== undefined && !value.startsWith('()') && !credentialsInUrl.test(value)) {
      result[name] = value;
    }
  }
  const isNpm = /^(?:npx|npm)(?:\.cmd|\.exe)?$/i.test(program.split(/[\\/]/).at(-1) ?? '');
  return { ...result, ...(isNpm ? soonTold : {}), ...own };
}
