import { z } from 'zod';
import { applyEdits, editsOf } from '../../shared/edit-text.ts';
import { err, ok } from '../../shared/result.ts';
import { say, sayCount } from '../../shared/say.ts';
import { decodeText, encodeText } from '../../shared/text-file.ts';
import { changeFile } from '../file-change.ts';
import { defineTool, failed } from '../tool.ts';

const replacement = {
  old_string: z.string().describe('The exact text to replace; must occur once.'),
  new_string: z.string().describe('What stands there afterwards.'),
  replace_all: z.boolean().optional().describe('Replace every occurrence.'),
};

export const editTool = defineTool({
  spec: {
    name: 'Edit',
    description:
      'Replaces exact text in a file. Give old_string and new_string, or several in edits (all are ' +
      'applied in order, or none). old_string must be copied exactly, without line numbers, and be ' +
      'unique unless replace_all is set.',
    kind: 'change',
    readOnly: false,
    idempotent: false,
    capability: 'files',
  },
  parameters: z.strictObject({
    file_path: z.string().describe('Absolute, or relative to the working folder.'),
    old_string: replacement.old_string.optional(),
    new_string: replacement.new_string.optional(),
    replace_all: replacement.replace_all,
    edits: z.array(z.strictObject(replacement)).min(1).optional(),
  }),
  check(args) {
    const edits = editsOf(args);
    return edits.ok ? undefined : edits.error.text;
  },
  run: (args, run, deps) =>
    changeFile(args.file_path, run, deps, (before, real) => {
      if (before === undefined) {
        return err(failed('not_found', say('edit.noFile', { path: real })));
      }
      const { file_path: _, ...rest } = args;
      const edits = editsOf(definedOnly(rest));
      if (!edits.ok) return err(failed('validation', edits.error));
      const text = decodeText(before);
      if (!text.ok) return err(failed('validation', text.error));
      const applied = applyEdits(text.value.text, edits.value, text.value.newline);
      if (!applied.ok) return err(failed('validation', applied.error));
      const bytes = encodeText(applied.value.text, text.value);
      if (!bytes.ok) return err(failed('validation', bytes.error));
      const { replacements, loose } = applied.value;
      const summary = sayCount('edit.done', replacements, {
        path: real,
        loose: loose > 0 ? say('edit.loose') : '',
      });
      return ok({ bytes: bytes.value, summary });
    }),
});

/** JSON has no `undefined`. */
function definedOnly(args: {
  readonly old_string?: string;
  readonly new_string?: string;
  readonly replace_all?: boolean;
  readonly edits?: readonly {
    readonly old_string: string;
    readonly new_string: string;
    readonly replace_all?: boolean;
  }[];
}) {
  return JSON.parse(JSON.stringify(args));
}
