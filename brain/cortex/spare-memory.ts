/**
 * Gives back the memory that a large piece of work leaves behind in this thread. V8 keeps it for the next
 * piece that is as large; a thread that has looked through all files has none for days.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** With less there is nothing worth the collecting, which takes a twentieth of a second and more. */
const MUCH_BYTES = 32 * 1024 * 1024;

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** `letGo` drops first what is only kept for such work. */
export function giveMemoryBack(letGo: () => void): void {
  if (getHeapStatistics().total_physical_size < MUCH_BYTES) return;
  letGo();
  collector()?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Only contexts that are made while the flag is set have it: nothing else in the program gets to see it. */
function collector(): Collect | undefined {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return typeof found === 'function' ? (found as Collect) : undefined;
}
