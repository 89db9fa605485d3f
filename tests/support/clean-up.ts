/**
 * Ends what tests have started and removes what they have made. Many test files share one process, and
 * a support module is loaded once for all of them: a hook of its own would hold for the first file only.
 */

type Job = () => Promise<void> | void;

const ends: Job[] = [];
const removals: Job[] = [];

/** Once for each support module: runs after every test of every file, the latest first. */
export function afterEveryTest(job: Job): void {
  ends.unshift(job);
}

/** The same when everything has been ended: nobody writes into these folders any more. */
export function afterEverythingEnded(job: Job): void {
  removals.unshift(job);
}

export async function cleanUp(): Promise<void> {
  for (const job of [...ends, ...removals]) await job();
}
