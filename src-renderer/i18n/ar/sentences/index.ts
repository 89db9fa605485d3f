/** What the brain says, loaded when a window speaks this language. */
import { answers } from './answers.ts';
import { dangers } from './dangers.ts';
import { edits } from './edits.ts';
import { files } from './files.ts';
import { memory } from './memory.ts';
import { pasted } from './pasted.ts';
import { providers } from './providers.ts';
import { safety } from './safety.ts';
import { settings } from './settings.ts';
import { shipped } from './shipped.ts';
import { skills } from './skills.ts';
import { tools } from './tools.ts';
import { undone } from './undone.ts';

export const sentences = {
  ...safety,
  ...dangers,
  ...providers,
  ...answers,
  ...settings,
  ...shipped,
  ...memory,
  ...pasted,
  ...files,
  ...edits,
  ...skills,
  ...tools,
  ...undone,
};
