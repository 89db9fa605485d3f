/** A mind that has lived for some weeks, for the pictures of its rooms. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localDate } from '../../brain/shared/time.ts';

const day = 24 * 60 * 60 * 1000;
const ago = (days: number): string => localDate(new Date(Date.now() - days * day));

const diary = [
  ['Why does the backup fail on Sundays?', 'The disk is asleep then; the job now wakes it first.'],
  ['Plan the trip to Lisbon with Nadia', 'Three days in May, two of them by the sea.'],
  ['Which receipts are missing for 2025?', 'March and August, both of the paper shop.'],
] as const;

export async function liveIn(workspace: string): Promise<void> {
  const at = (path: string): string => join(workspace, path);
  for (const folder of ['hippocampus/knowledge', 'hippocampus/episodes', 'thalamus/spending']) {
    await mkdir(at(folder), { recursive: true });
  }
  await writeFile(
    at('hippocampus/knowledge/people.md'),
    `# People\n<!-- connectome:knowledge v1 -->\n\n- Ada lives in Oslo. <!-- ${ago(2)} -->\n  <!-- until ${ago(2)}: Ada lives in Bergen. (${ago(60)}) -->\n- Nadia is the accountant of the shop. <!-- ${ago(1)} -->\n`,
  );
  for (const [index, [question, answer]] of diary.entries()) {
    const date = ago(index + 1);
    const id = `t_01kaj8n4v000000000000000${index}a`;
    await writeFile(
      at(`hippocampus/episodes/${date}.md`),
      `# ${date}\n<!-- connectome:episodes v1 -->\n\n## 09:05 ${question} <!-- ${id} -->\n- **User:** ${question}\n- **Tools:** memory_search (success), Read (success)\n- **Response:** ${answer}\n- **Outcome:** end\n`,
    );
  }
  for (let days = 1; days < 28; days += 1) {
    // Weekends are quiet, and no two weeks are the same.
    if (days % 7 === 0 || days % 7 === 6) continue;
    const lines = Array.from({ length: 1 + ((days * 5) % 4) }, (_, call) => spent(days, call));
    await writeFile(at(`thalamus/spending/${ago(days)}.jsonl`), lines.join(''));
  }
}

function spent(days: number, call: number): string {
  const local = (days + call) % 3 === 0;
  const model = local
    ? { provider: 'local', model: 'qwen3:8b', cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 }
    : {
        provider: 'claude',
        model: call === 2 ? 'claude-opus-4-6' : 'claude-sonnet-4-6',
        cacheReadTokens: 9000 + days * 300,
        cacheWriteTokens: 900,
        costUsd: 0.02 + ((days * (call + 2)) % 7) * 0.012,
      };
  return `${JSON.stringify({
    v: 1,
    type: 'call',
    at: new Date(Date.now() - days * day).toISOString(),
    sessionId: 's_01kaj8n4v00000000000000001',
    turnId: `t_01kaj8n4v000000000000${String(days).padStart(3, '0')}${call}b`,
    number: 1,
    inputTokens: 2400 + days * 90,
    outputTokens: 240 + call * 300,
    ...model,
  })}\n`;
}
