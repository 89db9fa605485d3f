/** Why a change of a turn is not undone, or not made again. */
export const undoneSentences = {
  'undone.byCommand': 'A command changed it.',
  'undone.notOurs':
    'It was changed elsewhere or long ago: nothing is kept here that says how it was before.',
  'undone.notKept': 'Its former content is not kept any more.',
  'undone.changedSince': 'It was changed since; it is left as it is.',
  'undone.changed': 'It was changed since.',
  'undone.gone': 'It is not there any more.',
  'undone.taken': 'There is another file at {path}.',
} as const;
