/** Can commands be confined here? Found out by confining one, not by looking for files. */
import { execFile } from 'node:child_process';
import type { SandboxState } from '../../regions.ts';
import { codeOf, messageOf } from '../../shared/result.ts';
import { type Sentence, say, spoken } from '../../shared/say.ts';
import { withSocketGuard } from './socket-guard.ts';

const LIMIT_MS = 10_000;

export async function probe(): Promise<SandboxState> {
  try {
    switch (process.platform) {
      case 'linux':
        return await onLinux();
      case 'darwin':
        return await onMac();
      default:
        return missing(say('sandbox.noneHere'));
    }
  } catch (thrown) {
    return missing(say('sandbox.cannot', { why: messageOf(thrown) }));
  }
}

async function onLinux(): Promise<SandboxState> {
  const plain = await run('bwrap', [
    ...['--new-session', '--die-with-parent', '--unshare-net', '--unshare-pid', '--unshare-user'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--', 'true'],
  ]);
  if (plain?.code === 'ENOENT') {
    return missing(say('sandbox.noBubblewrap'));
  }
  if (plain !== undefined) {
    return missing(say('sandbox.bubblewrapCannot', { why: plain.text }));
  }
  // The whole thing, with the filter for sockets: this is what every command will run in.
  const { wrapCommandWithSandboxLinux, cleanupBwrapMountPoints } = await import(
    '@anthropic-ai/sandbox-runtime/dist/sandbox/linux-sandbox-utils.js'
  );
  const guard = await withSocketGuard();
  if (guard.seccompConfig === undefined) {
    return missing(say('sandbox.noSocketGuard', { arch: process.arch }));
  }
  const line = await wrapCommandWithSandboxLinux({
    command: 'true',
    needsNetworkRestriction: true,
    readConfig: { denyOnly: [], allowWithinDeny: [] },
    writeConfig: { allowOnly: [], denyWithinAllow: [] },
    binShell: 'sh',
    ...guard,
    abortSignal: AbortSignal.abort(),
  });
  cleanupBwrapMountPoints();
  const full = await run('sh', ['-c', line]);
  if (full !== undefined) {
    return missing(say('sandbox.cannot', { why: full.text }));
  }
  return {
    available: true,
    ...spoken({ message: say('sandbox.bubblewrap') }),
  };
}

async function onMac(): Promise<SandboxState> {
  const failed = await run('sandbox-exec', ['-p', '(version 1)(allow default)', 'true']);
  return failed === undefined
    ? {
        available: true,
        ...spoken({ message: say('sandbox.seatbelt') }),
      }
    : missing(say('sandbox.seatbeltCannot', { why: failed.text }));
}

function missing(message: Sentence): SandboxState {
  return { available: false, ...spoken({ message }) };
}

/** Undefined: it ran and ended well. */
function run(
  program: string,
  args: readonly string[],
): Promise<{ readonly code: string | undefined; readonly text: string } | undefined> {
  return new Promise((resolve) => {
    execFile(program, [...args], { timeout: LIMIT_MS, cwd: '/' }, (error, _stdout, stderr) => {
      if (error === null) resolve(undefined);
      else {
        const said = stderr.trim().split('\n').at(-1) ?? '';
        resolve({ code: codeOf(error), text: said === '' ? error.message : said });
      }
    });
  });
}
