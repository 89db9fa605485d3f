/**
 * Gives back the memory that a large piece of work leaves behind in this thread. V8 keeps it for the next
 * piece that is as large; a thread that has looked through all files has none for days.
 */
import { getHeapStatistics } from 'node:v8';

/** With less there is nothing worth the collecting, which takes a twentieth of a second and more. */
const MUCH_BYTES = 40 * 1024 * 1024;
/** What is left may be needed: it is looked at again when it has grown by half. */
const GROWN = 1.5;

let left = 0;

/** `letGo` drops first what is only kept for such work. */
export async function giveMemoryBack(letGo: () => void): Promise<void> {
  if (heldBytes() < Math.max(MUCH_BYTES, left * GROWN)) return;
  letGo();
  await collect();
  left = heldBytes();
}

function heldBytes(): number {
  const { total_physical_size, external_memory } = getHeapStatistics();
  return total_physical_size + external_memory;
}

/** As the developer tools have it done: the other way is a flag of V8's, which would be for the whole process. */
async function collect(): Promise<void> {
  try {
    const { Session } = await import('node:inspector/promises');
    const session = new Session();
    session.connect();
    await session.post('HeapProfiler.collectGarbage');
    session.disconnect();
  } catch {
    // A runtime without them, or a thread that is being ended: it is collected when V8 sees fit.
  }
}
