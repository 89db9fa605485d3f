/**
 * Keeps secrets out of what is written and sent.
 *
 * Two strengths: `own` replaces secrets we know (provider keys, gateway token, MCP environment
 * values) and is applied to everything before it enters a conversation or a file; `all` also masks
 * what merely looks like a secret, for logs, snapshots, episodes, outcomes and task files.
 */
export interface Redactor {
  /** Learns a secret of ours. Values under 6 characters are ignored: they would blank ordinary words. */
  add(name: string, value: string): void;
  own(text: string): string;
  /**
   * How many characters at the end of `text` may be the beginning of a secret of ours, or are one that
   * may go on: of a stream they are held back until the next piece tells.
   */
  openEnd(text: string): number;
  all(text: string): string;
}

const MIN_SECRET_LENGTH = 6;

/** Shapes of well-known keys. Each match is replaced as a whole by a mark. */
const guessed: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\bsk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{16,}/g,
  /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
];

/** `password=...`, `api_key: "..."`, `Authorization: Bearer ...`: the name stays, the value goes. */
const labelled =
  /\b((?:api[_-]?key|secret|token|passw(?:or)?d|authorization)["']?\s*[:=]\s*["']?(?:bearer\s+)?)([^\s"',;]{8,})/gi;

export function createRedactor(): Redactor {
  /** By their spelling, the longest first: one may be the beginning of another. */
  let secrets: readonly (readonly [value: string, name: string])[] = [];

  function learn(value: string, name: string): void {
    const others = secrets.filter(([known]) => known !== value);
    secrets = [...others, [value, name] as const].sort(([a], [b]) => b.length - a.length);
  }

  /** Where a secret begins that stands on both sides of `place`; else `place`. */
  function secretAcross(text: string, place: number): number {
    const places = secrets.map(([value]) =>
      text.indexOf(value, Math.max(0, place - value.length + 1)),
    );
    return Math.min(place, ...places.filter((at) => at !== -1));
  }

  function own(text: string): string {
    let result = text;
    for (const [value, name] of secrets) {
      if (result.includes(value)) result = result.replaceAll(value, `[secret:${name}]`);
    }
    return result;
  }

  return {
    add(name, given) {
      // Files and variables often end with a line end that is no part of the key.
      const value = given.trim();
      if (value.length < MIN_SECRET_LENGTH) return;
      learn(value, name);
      // The JSON spelling differs when the value has quotes or backslashes in it.
      const escaped = JSON.stringify(value).slice(1, -1);
      if (escaped !== value) learn(escaped, name);
    },
    own,
    openEnd(text) {
      let from = text.length;
      for (const [value] of secrets) {
        const first = value.slice(0, 1);
        // The earliest place from which the rest of the text is how the secret begins.
        let at = text.indexOf(first, Math.max(0, text.length - value.length + 1));
        while (at !== -1 && !value.startsWith(text.slice(at))) at = text.indexOf(first, at + 1);
        if (at !== -1) from = Math.min(from, at);
      }
      // Nor is a secret that is whole already cut in two by that.
      for (let cut = secretAcross(text, from); cut < from; cut = secretAcross(text, from))
        from = cut;
      return text.length - from;
    },
    all(text) {
      let result = own(text);
      for (const pattern of guessed) result = result.replace(pattern, '[masked]');
      return result.replace(labelled, '$1[masked]');
    },
  };
}
