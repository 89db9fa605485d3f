/** Can commands be confined here? Found out by confining one, not by looking for files. */
import { execFile } from 'node:child_process';
import type { SandboxState } from '../../regions.ts';
import { codeOf, messageOf } from '../../shared/result.ts';

const LIMIT_MS = 10_000;

export async function probe(): Promise<SandboxState> {
  switch (process.platform) {
    case 'linux':
      return onLinux();
    case 'darwin':
      return onMac();
    default:
      return missing('There is no sandbox for commands on this system, so every one of them asks.');
  }
}

async function onLinux(): Promise<SandboxState> {
  const plain = await run('bwrap', [
    ...['--new-session', '--die-with-parent', '--unshare-net', '--unshare-pid', '--unshare-user'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--', 'true'],
  ]);
  if (plain?.code === 'ENOENT') {
    return missing(
      'bubblewrap is not installed, so commands have no sandbox and every one of them asks. ' +
        'Install it (Debian, Ubuntu: apt install bubblewrap socat; Fedora: dnf install bubblewrap socat) and start Connectome again.',
    );
  }
  if (plain !== undefined) {
    return missing(
      `bubblewrap cannot make a sandbox here (${plain.text}), so every command asks. ` +
        'Most often user namespaces are switched off: sysctl kernel.unprivileged_userns_clone=1, or on Ubuntu ' +
        'an AppArmor profile for bwrap (see docs/safety.md).',
    );
  }
  // The whole thing, with the filter for sockets: this is what every command will run in.
  const { wrapCommandWithSandboxLinux, cleanupBwrapMountPoints } = await import(
    '@anthropic-ai/sandbox-runtime/dist/sandbox/linux-sandbox-utils.js'
  );
  const { getApplySeccompBinaryPath } = await import(
    '@anthropic-ai/sandbox-runtime/dist/sandbox/generate-seccomp-filter.js'
  );
  if (getApplySeccompBinaryPath() === null) {
    return missing(
      `Commands have no sandbox on ${process.arch}: the part that closes local sockets is missing. Every one of them asks.`,
    );
  }
  try {
    const line = await wrapCommandWithSandboxLinux({
      command: 'true',
      needsNetworkRestriction: true,
      readConfig: { denyOnly: [], allowWithinDeny: [] },
      writeConfig: { allowOnly: [], denyWithinAllow: [] },
      binShell: 'sh',
      abortSignal: AbortSignal.abort(),
    });
    cleanupBwrapMountPoints();
    const full = await run('sh', ['-c', line]);
    if (full !== undefined) {
      return missing(`Commands cannot be confined here (${full.text}), so every one of them asks.`);
    }
  } catch (thrown) {
    return missing(`Commands cannot be confined here (${messageOf(thrown)}), so each one asks.`);
  }
  return {
    available: true,
    message: 'Commands run in a sandbox (bubblewrap): they write only in the working folder.',
  };
}

async function onMac(): Promise<SandboxState> {
  const failed = await run('sandbox-exec', ['-p', '(version 1)(allow default)', 'true']);
  return failed === undefined
    ? {
        available: true,
        message: 'Commands run in a sandbox (seatbelt): they write only in the working folder.',
      }
    : missing(`sandbox-exec does not run here (${failed.text}), so every command asks.`);
}

function missing(message: string): SandboxState {
  return { available: false, message };
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
