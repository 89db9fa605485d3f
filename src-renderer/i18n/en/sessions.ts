/** The list of conversations. */
export const sessions = {
  'sessions.label': 'Conversations',
  'sessions.search': 'Search conversations',
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
  'session.isFork': 'Copy',
  'session.forkOf': 'Copy of “{title}”, made {at}',
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
  'session.taint': 'Outside text: {place}',
  'session.taintText':
    'Text from outside may try to give orders. So from here on this conversation asks before it sends anything out, and what it wants to remember waits for you.',
  'session.taintTitle': 'It has read text that is not yours',
  'origin.web': 'web page',
  'origin.mcp': 'server',
  'origin.file': 'file',
  'origin.command': 'command',
  'origin.own': 'tool',
} as const;
