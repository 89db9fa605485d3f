/** Help, the palette and the keyboard. */
export const help = {
  'palette.label': 'Find anything',
  'palette.placeholder': 'Conversations, rooms, actions, files',
  'palette.recent': 'Used last',
  'palette.conversations': 'Conversations',
  'palette.rooms': 'Rooms',
  'palette.actions': 'Actions',
  'palette.models': 'Models',
  'palette.files': 'Files of the mind',
  'palette.none': 'Nothing has these words.',
  'palette.found.one': '{count} result',
  'palette.found.other': '{count} results',
  'palette.current': 'now',
  'palette.move': 'choose',
  'palette.run': 'go',
  'palette.close': 'close',

  'help.guide': 'How it works',
  'help.keys': 'Keyboard',
  'help.report': 'Report a problem',
  'help.intro':
    'Connectome is an agent that lives on this machine. It has a mind in plain files, a memory that it looks through before each answer, and tools that it uses under your eyes.',

  'guide.talk': 'Talk',
  'guide.talkText':
    'Write what you want done or known. It answers, uses tools where it needs to, and tells what it did. Escape stops it; a message written meanwhile waits in line.',
  'guide.reflexes': 'Reflexes and models',
  'guide.reflexesText':
    'Without a language model its built-in reflexes answer: they remember, recall, search, read files and run tools, but do not reason. Add a key or a local model and the same mind thinks with it. Several models take over from one another.',
  'guide.mind': 'A mind that you can read',
  'guide.mindText':
    'Who it is, how it works, what it knows and what it can do are Markdown files. Change one, and the next turn knows it.',
  'guide.memory': 'Memory',
  'guide.memoryText':
    'It keeps what you tell it to remember and a diary of each conversation. Look through it, correct a fact or have it forgotten.',
  'guide.why': 'Why did it say that?',
  'guide.whyText':
    '“Why?” under an answer shows the exact context the model saw, what was left out, and why.',
  'guide.asks': 'It asks before it acts',
  'guide.asksText':
    'Reading goes ahead; changes and commands ask first, in words and with the difference shown. Rules say what need not ask, and what never runs.',
  'guide.undo': 'Undo',
  'guide.undoText':
    'Under each turn stand the files that it changed, with undo. Every step of its work is kept as a task.',
  'guide.private': 'What stays here',
  'guide.privateText':
    'Everything is kept in one folder on this machine. Only what a model needs for its answer goes to the provider that you chose; keys and secrets are masked.',
  'guide.keys': 'All by keyboard',
  'guide.keysText': 'Find anything by name, and everything else without a mouse.',

  'guide.report': 'Something is wrong',
  'guide.reportText':
    'A report with versions, states and the end of the log helps to find a fault. You see it, cut it and save it yourself.',

  'report.intro':
    'Everything below is all that is in the report. Secrets, folders and names are masked; cut what else you do not want to give away. It is saved as a file, and sent nowhere.',
  'report.what': 'What happened, and what did you expect?',
  'report.text': 'The report',
  'report.save': 'Save as a file',
  'report.again': 'Make it again',

  'keys.everywhere': 'Everywhere',
  'keys.message': 'To the message field',
  'keys.next': 'Next conversation',
  'keys.previous': 'Previous conversation',
  'keys.lastConversation': 'Newest conversation',
  'keys.escape': 'Close what was opened last',
  'keys.line': 'New line',
  'keys.stop': 'Stop the turn, in the message field',
  'keys.brain': 'Show or hide the brain at work',
} as const;
