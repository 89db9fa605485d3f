/** Resolves when `done` does, or at once when the call is stopped, also when it is stopped already. */
export async function orStopped(done: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const stopped = Promise.withResolvers<void>();
  const stop = (): void => stopped.resolve();
  signal.addEventListener('abort', stop, { once: true });
  await Promise.race([done, stopped.promise]).finally(() => {
    signal.removeEventListener('abort', stop);
  });
}
