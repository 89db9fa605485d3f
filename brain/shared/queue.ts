/** Jobs that run one after the other, in the order they were asked for, whatever becomes of each. */

export interface Queue {
  run<T>(job: () => Promise<T>): Promise<T>;
  /** Resolves when all asked for so far have ended, well or badly. */
  settled(): Promise<void>;
}

export function createQueue(): Queue {
  let last: Promise<void> = Promise.resolve();
  return {
    run(job) {
      const done = last.then(job);
      // How a job ends concerns who asked for it, not the next one.
      last = done.then(
        () => {},
        () => {},
      );
      return done;
    },
    settled: () => last,
  };
}

/** A queue for each key; those of different keys run beside each other. */
export interface Queues {
  run<T>(key: string, job: () => Promise<T>): Promise<T>;
  /** Resolves when nothing runs or waits, also of what was asked for meanwhile. */
  settled(): Promise<void>;
}

export function createQueues(): Queues {
  const queues = new Map<string, Queue>();
  return {
    run(key, job) {
      const queue = queues.get(key) ?? createQueue();
      queues.set(key, queue);
      const done = queue.run(job);
      const last = queue.settled();
      void last.then(() => {
        if (queue.settled() === last) queues.delete(key);
      });
      return done;
    },
    async settled() {
      while (queues.size > 0) {
        await Promise.all([...queues.values()].map((queue) => queue.settled()));
      }
    },
  };
}
