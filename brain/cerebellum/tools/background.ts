import { z } from 'zod';
import { openRegularFile } from '../../shared/regular-file.ts';
import { codeOf } from '../../shared/result.ts';
import { say } from '../../shared/say.ts';
import { clip } from '../../shared/text.ts';
import type { BackgroundJob } from '../background.ts';
import { defineTool, done, failed, type ToolDeps } from '../tool.ts';

/** What one call hands out at most, in bytes; the rest comes with the next one. */
const MAX_PART = 40 * 1024;

export const bashOutputTool = defineTool({
  spec: {
    name: 'BashOutput',
    description:
      'Shows the output of a background command since you last asked, and whether it still runs. ' +
      'Without bash_id it lists the background commands of this conversation.',
    kind: 'dialogue',
    readOnly: true,
    idempotent: false,
    capability: 'shell',
  },
  parameters: z.strictObject({ bash_id: z.string().optional() }),
  async run({ bash_id: id }, run, deps) {
    const jobs = deps.background.jobs(run.turn.sessionId);
    if (id === undefined) {
      const lines = jobs.map((job) => `${job.id}: ${stateOf(job)}: ${clip(job.command, 200)}`);
      return done(lines.length === 0 ? say('background.noneRuns') : lines.join('\n'));
    }
    const job = jobs.find((one) => one.id === id);
    if (job === undefined) return unknown(id, jobs);
    const { text, more } = await partOf(job);
    const rest = more ? '\n[There is more; ask again.]' : '';
    const shown = text === '' ? '(no new output)' : text;
    // As trustworthy as the command that was started.
    const origin = { kind: 'file', name: job.path } as const;
    return { ...done(`[${job.id}: ${stateOf(job)}]\n${shown}${rest}`), origin };
  },
});

export const killShellTool = defineTool({
  spec: {
    name: 'KillShell',
    description: 'Ends a background command with everything it started.',
    kind: 'dialogue',
    readOnly: false,
    idempotent: true,
    capability: 'shell',
  },
  parameters: z.strictObject({ shell_id: z.string().describe('As run_in_background answered.') }),
  async run({ shell_id: id }, run, deps) {
    const jobs = deps.background.jobs(run.turn.sessionId);
    const job = jobs.find((one) => one.id === id);
    if (job === undefined) return unknown(id, jobs);
    if (job.ended !== undefined) return done(say('background.endedBefore', { id, how: job.ended }));
    await job.end();
    return done(
      job.ended === undefined
        ? say('background.ended', { id })
        : say('background.endedWith', { id, how: job.ended }),
    );
  },
});

function unknown(id: string, jobs: ReturnType<ToolDeps['background']['jobs']>) {
  const known = jobs.map((job) => job.id).join(', ');
  const named = known === '' ? say('background.nobody') : known;
  return failed('not_found', say('background.unknown', { id, known: named }));
}

function stateOf({ ended, startedAt }: BackgroundJob): string {
  if (ended !== undefined) return `ended with ${ended}`;
  return `running for ${Math.round((performance.now() - startedAt) / 1000)} s`;
}

/** The next part of its output, in whole characters. */
async function partOf(job: BackgroundJob): Promise<{ text: string; more: boolean }> {
  try {
    const file = await openRegularFile(job.path);
    try {
      const buffer = Buffer.alloc(MAX_PART);
      const { bytesRead } = await file.read(buffer, 0, MAX_PART, job.read);
      let end = bytesRead;
      // A character that is cut by the end of the part belongs to the next one.
      for (let back = 1; back <= 4 && bytesRead === MAX_PART; back += 1) {
        const byte = buffer[end - back] ?? 0;
        if ((byte & 0xc0) === 0x80) continue;
        if (byte >= 0xc0) end -= back;
        break;
      }
      job.read += end;
      return { text: buffer.toString('utf8', 0, end), more: bytesRead === MAX_PART };
    } finally {
      await file.close();
    }
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return { text: '', more: false };
    throw thrown;
  }
}
