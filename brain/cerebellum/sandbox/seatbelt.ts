/** What has to be so before a profile is handed to macOS's sandbox. */
import type { Profile } from './profile.ts';

/**
 * There a path with `*`, `?` or brackets is a pattern: one that may be written would open others, one that is
 * closed would not be. No other spelling is known, so nothing runs. (Linux mounts each path as it is.)
 */
export function refuseWildcards(profile: Profile): void {
  const wild = Object.values(profile)
    .flatMap((paths: readonly string[]) => paths)
    .find((path) => /[*?[\]]/.test(path));
  if (wild === undefined) return;
  throw new Error(
    `${wild} has characters in its name that the sandbox of macOS reads as wildcards.`,
  );
}
