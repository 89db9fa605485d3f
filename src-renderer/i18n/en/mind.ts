/** Mind. */
export const mind = {
  'mind.detail': 'The files it thinks with; edit one and the next turn knows it',
  'mind.list': 'Files of the mind',
  'mind.top': 'workspace',
  'mind.none': 'The workspace is empty.',
  'mind.choose': 'A mind in plain files',
  'mind.chooseText':
    'Identity, instructions, knowledge, skills and episodes. Choose one on the left.',
  'mind.changed': 'not saved',
  'mind.revert': 'Undo changes',
  'mind.saved': '{path} saved. The next turn knows it.',
  'mind.conflict':
    'This file was changed meanwhile, by you elsewhere or by the mind. Your text is not saved yet.',
  'mind.copyMine': 'Copy my text',
  'mind.loadTheirs': 'Load the new version',
  'mind.copied': 'Copied',

  'offers.title': 'Newer defaults are available for files that you changed',
  'offers.take': 'Take it',
  'offers.keep': 'Keep mine',
} as const;
