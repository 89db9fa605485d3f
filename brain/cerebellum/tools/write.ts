import { z } from 'zod';
import { err, ok } from '../../shared/result.ts';
import { replacementFor } from '../../shared/text-file.ts';
import { changeFile } from '../file-change.ts';
import { defineTool, failed } from '../tool.ts';

export const writeTool = defineTool({
  spec: {
    name: 'Write',
    description:
      'Creates a file or replaces its whole content; missing folders are made. An existing file keeps ' +
      'its encoding, line endings and mode. To change part of a file use Edit.',
    kind: 'change',
    readOnly: false,
    idempotent: false,
    capability: 'files',
  },
  parameters: z.strictObject({
    file_path: z.string().describe('Absolute, or relative to the working folder.'),
    content: z.string(),
  }),
  run: (args, run, deps) =>
    changeFile(args.file_path, run, deps, (before, real) => {
      const next = replacementFor(before, args.content);
      if (!next.ok) return err(failed('validation', next.error));
      const { bytes, text, format } = next.value;
      const lines = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
      const kept = [
        ...(format.newline === '\r\n' ? ['CRLF line endings'] : []),
        ...(format.encoding !== 'utf8' ? [format.encoding] : []),
        ...(format.bom ? ['byte order mark'] : []),
      ];
      const verb = before === undefined ? 'Created' : 'Replaced';
      const note = kept.length === 0 ? '' : ` (kept: ${kept.join(', ')})`;
      return ok({
        bytes,
        summary: `${verb} ${real}: ${counted(lines, 'line')}, ${counted(bytes.length, 'byte')}${note}.`,
      });
    }),
});

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
