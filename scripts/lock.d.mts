/** The types of `lock.mjs`, which runs before anything is installed and so cannot be TypeScript. */
export interface Lock {
  packages?: Record<string, { optionalDependencies?: Record<string, string> }>;
}
export function unlockedOptionals(lock: Lock): string[];
