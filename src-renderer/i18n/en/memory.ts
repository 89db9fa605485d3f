/** Memory. */
export const memory = {
  'memory.detail': 'Search everything that was written down',
  'memory.placeholder': 'Search the memory',
  'memory.sources': 'Where to search',
  'memory.none': 'Nothing matches.',
  'memory.hits.one': '{count} hit',
  'memory.hits.other': '{count} hits',
  'memory.score': 'Score',
  'memory.views': 'What is shown',
  'memory.view.facts': 'Knowledge',
  'memory.view.days': 'Day by day',
  'days.title': 'Day by day',
  'days.none': 'No day is written down yet',
  'days.noneText':
    'After each turn, what was asked and answered is noted here, and what was learned from it.',
  'days.learned.one': '{count} fact learned',
  'days.learned.other': '{count} facts learned',
  'days.from': 'from',
  'days.tools': 'Tools: {tools}',
  'days.more': 'Earlier days',

  'facts.title': 'What it knows for good',
  'facts.count.one': '{count} fact',
  'facts.count.other': '{count} facts',
  'facts.none':
    'Nothing yet. Say “remember that …”, or write into a file of hippocampus/knowledge.',
  'facts.learned': 'Learned on {day}',
  'facts.learnedIn': 'Learned on {day} in',
  'facts.byHand': 'Written by hand',
  'facts.before': 'Until {day}:',
  'facts.correct': 'Correct',
  'facts.forget': 'Forget',
  'facts.forgetTitle': 'Forget this?',
  'facts.everywhere': 'Everywhere',
  'facts.everywhereText':
    'Also out of the diary, tasks, snapshots and conversations. This cannot be undone.',
  'facts.copyText':
    'Only out of the knowledge files; the file as it was is in its history and in the trash folder.',
  'facts.forgotten': 'Forgotten. The file as it was is in the trash folder.',
  'facts.forgottenEverywhere': 'Forgotten, everywhere.',

  'source.identity': 'Identity',
  'source.prefrontal': 'Instructions',
  'source.knowledge': 'Knowledge',
  'source.episodes': 'Episodes',
  'source.skills': 'Skills',
  'source.outcomes': 'Outcomes',
  'source.sessions': 'Conversations',
  'source.other': 'Other',

  'proposals.title': 'Waiting for your yes',
  'proposals.text':
    'Conversations that have read text from elsewhere want to keep this. Nothing of it is remembered before you accept it.',
  'proposals.accept': 'Remember',
  'proposals.reject': 'Discard',
  'proposals.waiting.one': '{count} thing to remember waits for your yes',
  'proposals.waiting.other': '{count} things to remember wait for your yes',
} as const;
