/** The log's file: a new one each day and whenever it grows too large; old ones are removed. */
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Clock, localDate, systemClock } from '../brain/shared/time.ts';

export const MAX_LOG_BYTES = 5 * 1024 * 1024;
export const MAX_OLD_LOGS = 10;
const CURRENT = 'connectome.log';

export interface LogFile {
  /** Appends a line at once; never throws. */
  write(line: string): void;
  close(): void;
}

export function openLogFile(folder: string, clock: Clock = systemClock): LogFile {
  const current = join(folder, CURRENT);
  let fd: number | undefined;
  let size = 0;
  let day = '';

  function open(): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (existsSync(current)) {
      const found = statSync(current);
      const written = localDate(found.mtime);
      if (found.size >= MAX_LOG_BYTES || written !== localDate(clock.now())) setAside(written);
    }
    fd = openSync(current, 'a', 0o600);
    size = fstatSync(fd).size;
    day = localDate(clock.now());
  }

  function setAside(date: string): void {
    let number = 1;
    const nameOf = (n: number): string =>
      join(folder, `connectome-${date}.${String(n).padStart(3, '0')}.log`);
    while (existsSync(nameOf(number))) number += 1;
    renameSync(current, nameOf(number));
    const old = readdirSync(folder)
      .filter((name) => /^connectome-\d{4}-\d{2}-\d{2}\.\d{3}\.log$/.test(name))
      .sort();
    for (const name of old.slice(0, -MAX_OLD_LOGS)) rmSync(join(folder, name), { force: true });
  }

  function close(): void {
    const open = fd;
    fd = undefined;
    if (open !== undefined) closeSync(open);
  }

  function giveUp(): void {
    try {
      close();
    } catch {
      // Its disk is gone, and it with it.
    }
  }

  return {
    write(line) {
      try {
        if (size >= MAX_LOG_BYTES || day !== localDate(clock.now())) close();
        if (fd === undefined) open();
        if (fd !== undefined) size += writeSync(fd, line);
      } catch {
        // A log that cannot be written (disk full, folder gone) must not stop what it reports on. It is
        // opened anew for the next line: left open, each line would cost the process a file.
        giveUp();
      }
    },
    close,
  };
}
