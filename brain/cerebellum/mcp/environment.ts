/** The environment of a server: what programs need to find their way, and what its entry names. */
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
    : ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'USER', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR']
        .concat(['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR'])
        .concat(['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'])
        .concat(['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR']);
/** `http://user:password@host`: even a proxy's. */
const credentialsInUrl = /:\/\/[^/\s:@]+:[^/\s@]+@/;

export function serverEnvironment(
  own: Readonly<Record<string, string>>,
  readEnvironment: (name: string) => string | undefined,
): Record<string, string> {
  const result: Record<string, string> = { TERM: 'dumb' };
  for (const name of ordinary) {
    const value = readEnvironment(name);
    if (value !== undefined && !value.startsWith('()') && !credentialsInUrl.test(value)) {
      result[name] = value;
    }
  }
  return { ...result, ...own };
}
