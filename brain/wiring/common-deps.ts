import type { HomePaths } from '../shared/home.ts';
import type { Logger } from '../shared/log.ts';
import type { Redactor } from '../shared/redact.ts';
import type { Clock } from '../shared/time.ts';
import type { Storage } from '../storage/index.ts';

/** What `brain.ts` hands to every region alike. */
export interface CommonDeps {
  readonly paths: HomePaths;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly redactor: Redactor;
}
