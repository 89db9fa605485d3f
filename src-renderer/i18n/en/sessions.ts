/** The list of conversations. */
export const sessions = {
  'sessions.label': 'Conversations',
  'sessions.search': 'Search conversations',
  'sessions.clear': 'Clear the search',
  'sessions.none': 'Your conversations will be listed here.',
  'sessions.notFound': 'Nothing found.',
  'sessions.more': 'Show older ones',
  'sessions.today': 'Today',
  'sessions.yesterday': 'Yesterday',
  'sessions.week': 'Last 7 days',

  'session.untitled': 'New conversation',
  'session.running': 'working',
  'session.waiting': 'waiting for you',
  'session.more': 'More for “{title}”',
  'session.rename': 'Rename',
  'session.fork': 'Duplicate',
  'session.compact': 'Fold older messages',
  'session.exportMarkdown': 'Export as Markdown',
  'session.exportJson': 'Export as JSON',
  'session.delete': 'Delete',
  'session.deleteTitle': 'Delete this conversation?',
  'session.deleteText':
    '“{title}” moves to the trash folder of Connectome’s home. What was remembered stays.',
  'session.private': 'Private',
  'session.privateText':
    'Leaves no memory: nothing of it is remembered, found or shown to other conversations. It stays until you delete it, and then it is gone. The model’s provider sees it like any other.',
  'session.deletePrivate': '“{title}” is private: it is deleted for good, not moved to the trash.',
  'session.skillText':
    'The skill "{name}" is active until you end it; its instructions are in every message',
  'session.endSkill': 'End the skill {name}',
  'session.taint': 'Has read {place}',
  'session.taintText':
    'This conversation has read text that is not yours: {places}. Sending something out asks, and what it wants to remember waits for you.',
} as const;
