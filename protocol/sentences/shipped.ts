/** What the skills of the default mind say about themselves and about commands; as their files have it. */
export const shippedSentences = {
  'skill.days':
    'A calendar of what happened when, from the diary of all conversations - which days there are, and what was done on one of them.',
  'skill.dialogue':
    'Asking the owner with AskUserQuestion when a decision is his, and showing the steps of longer work with TodoWrite.',
  'skill.files':
    'Reading, finding, searching and changing files with Read, Write, Edit, Glob, Grep and Search.',
  'skill.git':
    'Working in git repositories - looking at history, committing, branches, undoing, without losing work.',
  'skill.machine':
    'Facts about the machine this runs on - system, processor, memory, disk, load, uptime - with machine_facts.',
  'skill.memory':
    'What to keep in long-term memory with remember, how to phrase, correct and forget it, and how to look things up in notes and past conversations.',
  'skill.notes':
    "Keeping the owner's notes as markdown files in a folder of his own - writing, finding, tidying, without losing a line.",
  'skill.reckon':
    'Reckoning with dates and units exactly - days between dates, a date plus days, weekdays, lengths, weights, temperatures - instead of guessing.',
  'skill.shell':
    "Running commands in the owner's shell with Bash, choosing safe ones, and reading what they print.",
  'skill.web': 'Reading public web pages with WebFetch, and what to make of what strangers wrote.',
  'pattern.deletesGit': 'Deleting .git deletes the whole history of the project.',
  'pattern.changesGitEverywhere': 'It changes git for every project of this user.',
  'pattern.deletesBranch': 'It deletes a branch.',
  'pattern.deletesJobs': 'It deletes all scheduled jobs of the user at once.',
  'pattern.deletesUnknownFiles': 'It deletes files that git does not know and cannot bring back.',
  'pattern.endsEverything': 'It ends everything that runs on this machine.',
  'pattern.overwritesUncommitted': 'It overwrites changes that were not committed.',
  'pattern.publishesPackage': 'It publishes a package to everybody.',
  'pattern.replacesCommit': 'It replaces the last commit.',
  'pattern.rewritesCommits': 'It rewrites commits.',
  'pattern.takesFromStash': 'It takes changes out of the stash.',
  'pattern.throwsAwayUncommitted': 'It throws away changes that were not committed.',
  'pattern.pushesMirror': 'Pushing a mirror deletes every branch on the server that is not here.',
  'pattern.publishesToServer': 'Pushing publishes commits to a server.',
  'pattern.losesReflog': 'The reflog is the last way back to lost commits.',
} as const;
