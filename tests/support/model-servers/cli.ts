/**
 * A model server from the command line, for trying the app without a provider:
 *   node tests/support/model-servers/cli.ts --kind openai --port 0 --script answers.json
 * `answers.json` is a list of answers (see script.ts); without it the server greets. Prints the base
 * URL, then one line per chat request.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type ScriptedAnswer, type ServerKind, serverKinds, startModelServer } from './index.ts';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'openai' },
    port: { type: 'string', default: '0' },
    script: { type: 'string' },
    models: { type: 'string' },
    key: { type: 'string' },
  },
});

function kindOf(text: string): ServerKind {
  const kind = serverKinds.find((one) => one === text);
  if (kind !== undefined) return kind;
  throw new Error(`--kind must be one of ${serverKinds.join(', ')}, not "${text}"`);
}

async function readScript(path: string | undefined): Promise<readonly ScriptedAnswer[]> {
  if (path === undefined) return [{ text: 'Hello from the scripted model server.' }];
  const parsed: unknown = JSON.parse(await readFile(path, 'utf8'));
  if (!Array.isArray(parsed) || parsed.length === 0) {
    throw new Error(`${path} must hold a list of answers`);
  }
  return parsed as readonly ScriptedAnswer[];
}

const answers = await readScript(values.script);
const server = await startModelServer({
  kind: kindOf(values.kind),
  port: Number(values.port),
  script(request, number) {
    console.log(`chat ${number}: ${Buffer.byteLength(request.text)} bytes`);
    const answer = answers[Math.min(number, answers.length) - 1];
    if (answer === undefined) throw new Error('the script is empty');
    return answer;
  },
  ...(values.models === undefined ? {} : { models: values.models.split(',') }),
  ...(values.key === undefined ? {} : { key: values.key }),
});
console.log(server.baseUrl);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void server.close().then(() => process.exit(0));
  });
}
