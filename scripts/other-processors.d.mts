export function forOtherProcessors(
  lock: object,
  platform: string,
  processor: string,
): readonly string[];
