/** What surrounds every room. */
export const shell = {
  'language.name': 'English',

  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.quoted': '“{text}”',
  'common.save': 'Save',
  'common.remove': 'Remove',
  'common.clearSearch': 'Clear the search',
  'common.fault': 'This room ran into a fault: {message}',

  'side.new': 'New conversation',
  'side.newPrivate': 'New private conversation',
  'side.label': 'Conversations and rooms',
  'side.open': 'Show conversations',
  'side.close': 'Close the panel',
  'side.rooms': 'Rooms',
  'side.waiting.one': 'Something waits for you',
  'side.waiting.other': '{count} things wait for you',
  'side.skip': 'Skip to content',

  'room.conversations': 'Conversations',
  'room.inspector': 'Inspector',
  'room.mind': 'Mind',
  'room.memory': 'Memory',
  'room.tasks': 'Tasks',
  'room.usage': 'Usage',
  'room.settings': 'Settings',
  'room.help': 'Help',

  'connection.lost': 'No connection to the brain. Trying again; nothing is lost.',
  'connection.retry': 'Try now',
  'connection.config': 'Settings: {message}',
  'connection.show': 'Show',

  'locked.title': 'This browser has no key',
  'locked.text': 'The brain is running, but it does not know this browser. In a terminal, run',
  'locked.note':
    'In a clone of the repository it is “npm start -- open”. It opens this page with a one-time key that is valid for ten minutes.',

  'lost.title': 'There is nothing at this address',

  'providers.disconnected': 'not connected',
  'providers.reflexOnly': 'reflexes only, no model ready',
  'providers.reflexOnlyShort': 'reflexes only',
  'providers.instead': '{name} ready; {other}: {state}',
  'providers.insteadShort': '{name} instead of {other}',
  'providers.readyAlone': '{name} ready',
  'providers.ready.one': '{name} ready, {count} in reserve',
  'providers.ready.other': '{name} ready, {count} in reserve',

  'provider.state.ready': 'ready',
  'provider.state.cooling': 'cooling down',
  'provider.state.misconfigured': 'needs attention',
  'provider.state.no_key': 'no key',
  'provider.state.no_model': 'no model',
  'provider.state.offline': 'not reachable',
  'provider.state.unknown': 'not tried yet',

  'notice.waiting': 'Waits for you',
  'notice.done': 'Done',

  'announce.ask': 'Waiting for your decision: {title}',
  'announce.answer': 'Answer: {text}',
  'announce.error': 'The turn failed: {message}',

  'hint.empty': 'Write something first.',
  'hint.noModel': 'Choose a model first.',
  'hint.ruleThere': 'This rule is there already.',
  'hint.first': 'It is the first one already.',
  'hint.last': 'It is the last one already.',
  'hint.unchanged': 'Nothing has changed.',
  'hint.noKey': 'Paste a key first.',
  'hint.noWords': 'Write the words first.',
  'hint.conflict': 'First decide between the two texts.',
  'hint.noDiff': 'There is no difference to show.',
} as const;
