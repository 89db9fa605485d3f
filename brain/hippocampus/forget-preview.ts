import type { Forgetting } from '../regions.ts';

/** So many files are named in a question. */
const MAX_SHOWN = 12;

/** What the owner is asked about before something is forgotten. */
export function forgetPreview(plan: Awaited<ReturnType<Forgetting['plan']>>, everywhere: boolean) {
  if (!plan.ok) return { words: plan.error, identity: '' };
  const { facts, files, sessions } = plan.value;
  const removed = facts.map(({ text, path }) => `Removes: ${text}\n(${path})`);
  const identity = removed.join('\n');
  if (!everywhere) return { words: removed.join('\n\n'), identity };
  const masked = [
    `Masks it in ${files.length} files and ${sessions.length} conversations, for good:`,
    ...files.slice(0, MAX_SHOWN).map((file) => `- ${file}`),
    ...(files.length > MAX_SHOWN ? [`- and ${files.length - MAX_SHOWN} more`] : []),
  ];
  // How many files there are changes while it is asked; which facts go must not.
  return { words: [...removed, masked.join('\n')].join('\n\n'), identity };
}
