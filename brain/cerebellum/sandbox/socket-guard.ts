/** The library's own helper that keeps what runs in the sandbox from local sockets (Linux). */
import { unpacked } from '../../shared/unpacked.ts';

/** Its path; undefined where there is none for this machine. */
export async function socketGuard(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { getApplySeccompBinaryPath } = await import(
    '@anthropic-ai/sandbox-runtime/dist/sandbox/generate-seccomp-filter.js'
  );
  const found = getApplySeccompBinaryPath();
  return found === null ? undefined : unpacked(found);
}

/** For the library: it would look for it in the archive, from where nothing can be started. */
export async function withSocketGuard(): Promise<{ seccompConfig?: { applyPath: string } }> {
  const applyPath = await socketGuard();
  return applyPath === undefined ? {} : { seccompConfig: { applyPath } };
}
