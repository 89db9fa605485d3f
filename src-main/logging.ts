/** The program log: one JSON object per line in the home's `logs/`, secrets redacted. */
import { pino } from 'pino';
import { homePaths } from '../brain/shared/home.ts';
import type { Logger } from '../brain/shared/log.ts';
import { createRedactor } from '../brain/shared/redact.ts';
import { type Clock, isoLocal, systemClock } from '../brain/shared/time.ts';
import { openLogFile } from './log-file.ts';

export interface ProgramLog extends Logger {
  /** From now on also masks what the brain knows to be secret; guessed secrets always are. */
  redactWith(redact: (text: string) => string): void;
  close(): void;
}

/** `CONNECTOME_LOG` sets the level (`debug`, `info`, `warn`, `error`). */
export function openProgramLog(home: string, clock: Clock = systemClock): ProgramLog {
  const file = openLogFile(homePaths(home).logs, clock);
  const redactor = createRedactor();
  let redactKnown = (text: string): string => text;
  const wanted = process.env.CONNECTOME_LOG ?? 'info';
  const log = pino(
    {
      level: wanted in pino.levels.values ? wanted : 'info',
      base: undefined,
      timestamp: () => `,"at":"${isoLocal(clock.now())}"`,
      formatters: { level: (label) => ({ level: label }) },
      messageKey: 'message',
    },
    { write: (line: string) => file.write(redactor.all(redactKnown(line))) },
  );
  return {
    debug: (message, fields) => log.debug(fields ?? {}, message),
    info: (message, fields) => log.info(fields ?? {}, message),
    warn: (message, fields) => log.warn(fields ?? {}, message),
    error: (message, fields) => log.error(fields ?? {}, message),
    redactWith: (redact) => {
      redactKnown = redact;
    },
    close: () => file.close(),
  };
}

/** What nobody expected still ends the program, but not without a word. Returns the function that ends it. */
export function tellDeath(log: Logger): () => void {
  const tell = (thrown: unknown): void => {
    const error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    log.error('the program ends by a fault of its own', { error });
  };
  process.on('uncaughtExceptionMonitor', tell);
  return () => process.off('uncaughtExceptionMonitor', tell);
}
