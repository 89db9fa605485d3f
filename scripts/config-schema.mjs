// Writes docs/config.schema.json from protocol/config.ts; `--check` only says whether it is current.
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { configSchema } from '../protocol/config.ts';

const target = new URL('../docs/config.schema.json', import.meta.url);

/** The text that docs/config.schema.json must have. */
function configSchemaText() {
  const { $schema, ...schema } = z.toJSONSchema(configSchema, { io: 'input' });
  const properties = { $schema: { type: 'string' }, ...schema.properties };
  const whole = { $schema, title: 'config.json of Connectome', ...schema, properties };
  return `${JSON.stringify({ ...whole, allowComments: true, allowTrailingCommas: true }, null, 2)}\n`;
}

if (import.meta.main) {
  const text = configSchemaText();
  // A missing one is as stale as an old one.
  const current = await readFile(target, 'utf8').catch(() => '');
  if (process.argv.includes('--check')) {
    if (current !== text) {
      console.error('docs/config.schema.json is stale; run: node scripts/config-schema.mjs');
      process.exit(1);
    }
  } else if (current !== text) {
    await writeFile(target, text);
  }
}
