/** Reads a task's file for drawing. Pure; what it does not know stays readable in the file. */
export interface TaskStep {
  readonly number: number;
  readonly name: string;
  /** JSON, as it was written. */
  readonly args: string;
  readonly started: string;
  /** Undefined while it runs. */
  readonly ms: number | undefined;
  readonly attempts: number;
  readonly result: string;
  readonly output: string;
  /** The file with the whole output, where it was cut. */
  readonly whole: string | undefined;
}

const stepHead = /^### Step (\d+): (.*)$/;
const field = /^- (Args|Started|Duration|Attempts|Result|Output):\s?(.*)$/;

export function readSteps(markdown: string): readonly TaskStep[] {
  const found: TaskStep[] = [];
  let fence: string | undefined;
  let output: string[] = [];
  for (const line of markdown.split('\n')) {
    const last = found.at(-1);
    // Between fences stands what a tool said, which may look like anything.
    if (fence !== undefined) {
      if (line === fence) {
        if (last) found[found.length - 1] = { ...last, output: output.join('\n') };
        fence = undefined;
      } else output.push(line);
      continue;
    }
    const run = /^(`{3,})/.exec(line)?.[1];
    if (run !== undefined) {
      fence = run;
      output = [];
      continue;
    }
    const [, number, name] = stepHead.exec(line) ?? [];
    if (number !== undefined && name !== undefined) {
      found.push({ ...empty, number: Number(number), name });
      continue;
    }
    const [, key, words = ''] = field.exec(line) ?? [];
    if (key !== undefined && last) found[found.length - 1] = withField(last, key, words);
  }
  return found;
}

const empty: TaskStep = {
  number: 0,
  name: '',
  args: '',
  started: '',
  ms: undefined,
  attempts: 1,
  result: '',
  output: '',
  whole: undefined,
};

function withField(step: TaskStep, key: string, words: string): TaskStep {
  if (key === 'Attempts') return { ...step, attempts: Number(words) || 1 };
  if (key === 'Duration') {
    const ms = /^(\d+) ms$/.exec(words)?.[1];
    return ms === undefined ? step : { ...step, ms: Number(ms) };
  }
  if (key === 'Output') return { ...step, whole: /\(whole: (\S+)\)/.exec(words)?.[1] };
  return { ...step, [key.toLowerCase()]: words };
}
