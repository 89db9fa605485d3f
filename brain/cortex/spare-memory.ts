/**
 * Gives back the memory that a large piece of work leaves behind in this thread. V8 keeps it for the next
 * piece that is as large; a thread that has looked through all files has none for days.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** With less there is nothing worth the collecting, which takes a twentieth of a second and more. */
const MUCH_BYTES = 40 * 1024 * 1024;
/** What is left may be needed: it is looked at again when it has grown by half. */
const GROWN = 1.5;

let left = 0;

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** `letGo` drops first what is only kept for such work. */
export function giveMemoryBack(letGo: () => void): void {
  if (heldBytes() < Math.max(MUCH_BYTES, left * GROWN)) return;
  letGo();
  collector()?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  left = heldBytes();
}

function heldBytes(): number {
  const { total_physical_size, external_memory } = getHeapStatistics();
  return total_physical_size + external_memory;
}

/** Only contexts that are made while the flag is set have it: nothing else in the program gets to see it. */
function collector(): Collect | undefined {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return typeof found === 'function' ? (found as Collect) : undefined;
}
