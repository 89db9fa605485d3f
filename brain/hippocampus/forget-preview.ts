import type { Forgetting } from '../regions.ts';
import { joined, type Sentence, say, sayCount, verbatim } from '../shared/say.ts';

/** So many files are named in a question. */
const MAX_SHOWN = 12;

/** What the owner is asked about before something is forgotten. */
export function forgetPreview(
  plan: Awaited<ReturnType<Forgetting['plan']>>,
  everywhere: boolean,
): { readonly words: Sentence; readonly identity: string } {
  if (!plan.ok) return { words: plan.error, identity: '' };
  const { facts, files, sessions } = plan.value;
  const removed = facts.map(({ text, path }) => say('forget.removes', { fact: text, path }));
  // How many files there are changes while it is asked; which facts go must not.
  const identity = removed.map(({ text }) => text).join('\n');
  if (!everywhere) return { words: joined(removed, '\n\n'), identity };
  const counts = {
    files: sayCount('count.files', files.length),
    conversations: sayCount('count.conversations', sessions.length),
  };
  const named = files.slice(0, MAX_SHOWN).map((file) => verbatim(`- ${file}`));
  const rest =
    files.length > MAX_SHOWN ? [say('fact.more', { count: files.length - MAX_SHOWN })] : [];
  const masked =
    files.length === 0
      ? say('forget.masksNothing', counts)
      : say('forget.masks', { ...counts, list: joined([...named, ...rest], '\n') });
  return { words: joined([...removed, masked], '\n\n'), identity };
}
