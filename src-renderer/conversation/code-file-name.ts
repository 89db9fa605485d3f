/** What a piece of code is called when its reader keeps it as a file. */
const extensions: Readonly<Record<string, string>> = {
  bash: 'sh',
  console: 'sh',
  csharp: 'cs',
  'c++': 'cpp',
  dockerfile: 'dockerfile',
  golang: 'go',
  javascript: 'js',
  jsx: 'jsx',
  kotlin: 'kt',
  latex: 'tex',
  markdown: 'md',
  mermaid: 'mmd',
  objectivec: 'm',
  perl: 'pl',
  plaintext: 'txt',
  powershell: 'ps1',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  shell: 'sh',
  typescript: 'ts',
  yaml: 'yml',
};

/** Names of languages that are their own extension: `css`, `go`, `json`, `sql`, ... */
const isExtension = /^[a-z0-9]{1,6}$/;

export function codeFileName(language: string | undefined): string {
  const name = language?.toLowerCase() ?? 'plaintext';
  const extension = extensions[name] ?? (isExtension.test(name) ? name : 'txt');
  return `code.${extension}`;
}
