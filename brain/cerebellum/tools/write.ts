import { z } from 'zod';
import { err, ok } from '../../shared/result.ts';
import { joined, say, sayCount, verbatim } from '../../shared/say.ts';
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
        ...(format.newline === '\r\n' ? [say('write.crlf')] : []),
        ...(format.encoding !== 'utf8' ? [verbatim(format.encoding)] : []),
        ...(format.bom ? [say('write.bom')] : []),
      ];
      const summary = say(before === undefined ? 'write.created' : 'write.replaced', {
        path: real,
        lines: sayCount('count.lines', lines),
        bytes: sayCount('count.bytes', bytes.length),
        kept: kept.length === 0 ? '' : say('write.kept', { what: joined(kept, ', ') }),
      });
      return ok({ bytes, summary });
    }),
});
