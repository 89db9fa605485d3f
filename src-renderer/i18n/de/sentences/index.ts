/** What the brain says, loaded when a window speaks this language. */
import { dangers } from './dangers.ts';
import { safety } from './safety.ts';

export const sentences = { ...safety, ...dangers };
