/** Reads a day of the diary for drawing. Pure; lines it does not know are left to the file itself. */
export interface Episode {
  /** Of its turn; what is written by hand has none and goes by its heading. Once on a day. */
  readonly id: string;
  readonly time: string;
  readonly headline: string;
  /** `headline` as the file's heading has it, to open the file there. */
  readonly heading: string;
  readonly response: string;
  readonly tools: string;
  /** The stop reason, or the code of an error. */
  readonly outcome: string;
}

const head = /^## ((\d\d:\d\d) (.*?))\s*(?:<!--\s*(.*?)\s*-->)?\s*$/;
const line = /^- \*\*(User|Tools|Response|Outcome):\*\* (.*)$/;

export function readEpisodes(markdown: string): readonly Episode[] {
  const found: Episode[] = [];
  for (const text of markdown.split('\n')) {
    const [, heading, time, headline, turnId] = head.exec(text) ?? [];
    if (heading !== undefined && time !== undefined && headline !== undefined) {
      const name = turnId || heading;
      const id = found.some((other) => other.id === name) ? `${name} ${found.length}` : name;
      found.push({ id, time, headline, heading, response: '', tools: '', outcome: '' });
      continue;
    }
    const [, name, words = ''] = line.exec(text) ?? [];
    const last = found.at(-1);
    if (last === undefined || name === undefined) continue;
    const plain = withCommentMarks(words.replace(/\s*<!--.*-->/g, '').trim());
    const key = name.toLowerCase();
    if (key !== 'user') found[found.length - 1] = { ...last, [key]: plain };
  }
  return found;
}

/** The file has them written otherwise, so that no text opens or closes a comment. */
function withCommentMarks(text: string): string {
  return text.replaceAll('&lt;!--', '<!--').replaceAll('--&gt;', '-->');
}

/** `hippocampus/episodes/2026-11-21.md` is the diary of that day. */
export function dayOfEpisode(path: string): string | undefined {
  return /^hippocampus\/episodes\/(\d{4}-\d\d-\d\d)\.md$/.exec(path)?.[1];
}
