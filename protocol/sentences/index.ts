/**
 * Every sentence that the brain says to its owner, in English, by code. Names in braces are filled in;
 * a count comes as `.one` and `.other`. Windows have the same codes in their other languages.
 */
import { answersSentences } from './answers.ts';
import { dangerSentences } from './dangers.ts';
import { editsSentences } from './edits.ts';
import { filesSentences } from './files.ts';
import { memorySentences } from './memory.ts';
import { pastedSentences } from './pasted.ts';
import { providersSentences } from './providers.ts';
import { safetySentences } from './safety.ts';
import { settingsSentences } from './settings.ts';
import { shippedSentences } from './shipped.ts';
import { skillsSentences } from './skills.ts';
import { toolsSentences } from './tools.ts';
import { undoneSentences } from './undone.ts';

export const sentences = {
  ...safetySentences,
  ...dangerSentences,
  ...shippedSentences,
  ...settingsSentences,
  ...providersSentences,
  ...answersSentences,
  ...memorySentences,
  ...pastedSentences,
  ...filesSentences,
  ...editsSentences,
  ...skillsSentences,
  ...toolsSentences,
  ...undoneSentences,
} as const;

export type Sentences = typeof sentences;
type TemplateCode = keyof Sentences;
/** Codes whose sentence depends on a count; without their `.one` and `.other`. */
export type CountedCode = TemplateCode extends infer Code
  ? Code extends `${infer Base}.one`
    ? Base
    : never
  : never;
/** Codes that are one sentence. */
export type SentenceCode = Exclude<TemplateCode, `${CountedCode}.${'one' | 'other'}`>;
/** What a code's template has in braces. */
export type FilledBy<Code extends TemplateCode> = NamesIn<Sentences[Code]>;

type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
