/** Exit codes of the command line; documented in docs/cli.md. */
export const EXIT_DONE = 0;
export const EXIT_ERROR = 1;
export const EXIT_USAGE = 2;
/** Something needed an answer that nobody could give. */
export const EXIT_UNANSWERED = 3;

/** A mistake in how the command was called. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Resolves at the first signal to end; a second one ends the process at once. */
export function untilSignalled(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let signalled = false;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (signalled) process.exit(EXIT_ERROR);
        signalled = true;
        resolve(signal);
      });
    }
  });
}
