/**
 * Fields that some servers refuse a whole request for although it can be asked without them. What a
 * server refused once is left out from then on, per model, as long as the brain runs.
 */

/** `max_tokens` is not left out but sent under its newer name, `images` are named instead of shown. */
export type RefusableField =
  | 'stream_options'
  | 'tool_choice'
  | 'tools'
  | 'max_tokens'
  | 'include'
  | 'reasoning'
  | 'images';

const signs: Readonly<Record<RefusableField, RegExp>> = {
  stream_options: /stream_options/,
  tool_choice: /tool_choice(?!_)/,
  tools:
    /not support (?:tools|tool use|tool calling|function calling)|tools are not supported|support tool use|--enable-auto-tool-choice/i,
  max_tokens: /unsupported parameter[^.]*max_tokens/i,
  include: /"param":\s*"include"|encrypted[ _]content/i,
  images:
    /not support (?:image|vision|multi-?modal)|support image input|image(?:_url| inputs?|s)? (?:is|are) not supported|unknown variant `image_url`|does not (?:have|support) vision|missing data required for image input/i,
  reasoning: /reasoning\.summary|reasoning summar|parameter[^.]*['"`]reasoning['"`]/i,
};

const fields = Object.keys(signs) as readonly RefusableField[];

/** Which of them an error's body names. */
export function refusedFields(status: number, body: string): readonly RefusableField[] {
  // 404: routers say that no endpoint takes the field. Some servers know only 500.
  if (![400, 404, 422, 500, 501].includes(status)) return [];
  return fields.filter((field) => signs[field].test(body));
}

export interface Refusals {
  known(target: string): ReadonlySet<RefusableField>;
  remember(target: string, refused: ReadonlySet<RefusableField>): void;
}

export function createRefusals(): Refusals {
  const byTarget = new Map<string, ReadonlySet<RefusableField>>();
  const none: ReadonlySet<RefusableField> = new Set();
  return {
    known: (target) => byTarget.get(target) ?? none,
    remember(target, refused) {
      if (refused.size > 0) byTarget.set(target, refused);
    },
  };
}
