/** Loaded anew for every test file (`setupFiles`). */
import { afterEach } from 'vitest';
import { cleanUp } from './clean-up.ts';

afterEach(cleanUp);
