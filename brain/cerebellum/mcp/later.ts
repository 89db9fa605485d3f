/** Something is done after a while, unless it is called off before. Keeps no process alive. */
export type Later = (work: () => void, ms: number) => () => void;

export const realTimer: Later = (work, ms) => {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
};
