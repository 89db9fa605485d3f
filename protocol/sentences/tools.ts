/** How calls of the built-in tools went. The model reads them in English, the owner in his language. */
export const toolsSentences = {
  'tool.none': 'There is no tool "{name}".',
  'tool.stopped': 'Stopped by the owner.',
  'tool.stoppedBeforeWrite': 'Stopped before the file was written.',
  'tool.stoppedBeforeCommand': 'Stopped before the command was started.',
  'tool.timedOut': 'Timed out after {ms} ms.',
  'tool.protected': '{path} is protected; tools do not touch it.',
  'tool.outside': '{path} is outside the working folder {folder}.',
  'tool.note': '[{what}]',

  'open.none': '{path} does not exist.',
  'open.noFolder': 'Part of the path {path} is not a folder.',
  'open.permission': 'No permission to open {path}.',
  'open.failed': '{path} could not be opened: {why}',
  'open.moved': '{path} was replaced by a link while it was being opened; refused.',
  'open.folder': '{path} is a folder.',
  'open.notRegular': '{path} is not a regular file.',
  'open.tooLarge': '{path} is too large for this ({bytes} bytes; the limit is {limit}).',
  'open.taken': 'There is another file at {path}.',

  'count.lines.one': '{count} line',
  'count.lines.other': '{count} lines',
  'count.bytes.one': '{count} byte',
  'count.bytes.other': '{count} bytes',
  'write.created': 'Created {path}: {lines}, {bytes}{kept}.',
  'write.replaced': 'Replaced {path}: {lines}, {bytes}{kept}.',
  'write.kept': ' (kept: {what})',
  'write.crlf': 'CRLF line endings',
  'write.bom': 'byte order mark',
  'edit.done.one': 'Edited {path}: {count} replacement{loose}.',
  'edit.done.other': 'Edited {path}: {count} replacements{loose}.',
  'edit.loose':
    ' (old_string differed in white space; one place fitted, and the new text got its indentation)',

  'read.useGlob': '{why} Use Glob to list a folder.',
  'read.picture': '[picture, {type}, {bytes} bytes]',
  'read.pictureTooLarge':
    'The picture has {bytes} bytes; at most {limit} can be shown. Make a smaller copy and read that.',
  'read.empty': '(The file is empty.)',
  'read.binary': 'The file is binary; Read shows only text.',
  'read.more': 'more follows; continue with offset {line}',
  'read.onlyLines': 'the file has only {lines}',
  'read.encoding': 'encoding: {name}',
  'glob.none': 'No files match.',
  'glob.below':
    'The pattern must stay below the folder: name another folder in path, without "..".',
  'glob.more': '[{more} more of {all}; use a narrower pattern]',
  'grep.none': 'No matches.',
  'grep.closed': '{path} may not be read.',
  'grep.more': '[{shown} of {all} lines; raise head_limit or narrow the search]',
  'grep.moreThan': 'more than {count}',
  'search.none': 'Nothing found.',
  'search.noWords': 'The query has no words to search for.',
  'search.notFolder': '{path} is not a folder; use Grep or Read for a file.',

  'bash.noShell': 'There is no shell (bash or sh) on this machine.',
  'bash.notStarted': 'The command could not be started: {why}',
  'bash.exitCode': '[exit code {code}]',
  'bash.exitSignal': '[exit signal {signal}]',
  'bash.timedOut': '[timed out after {seconds} s; the command and all it started were ended]',
  'bash.stopped': '[stopped by the owner; the command and all it started were ended]',
  'bash.leftEnded': '[processes left in the background were ended]',
  'bash.nextFolder': '[the next command starts in {folder}: {path} is outside the working folder]',
  'bash.tracked':
    '[Git’s settings are closed to commands; that {local} follows {upstream} has been noted for it.]',
  'bash.noNetwork':
    '[It ran in a sandbox without network. A command whose business is the network (npm install, git fetch, curl) gets it when the owner allows it: run that one first, by itself.]',
  'bash.noKeys':
    '[Keys, passwords and local services are closed to commands in the sandbox. Where the owner’s request needs them, call it again, alone, with outside_sandbox: he is asked. Do not look for another way around it.]',
  'bash.notWritable':
    '[It ran in a sandbox that writes only in the working folder and in $TMPDIR. Folders that the command itself names are opened for it when the owner allows it.]',
  'background.runs':
    'It runs in the background as {id}. BashOutput shows how it is doing, KillShell ends it; it also ends with Connectome. The whole output goes to {path}.',
  'background.full':
    '{count} commands run in the background already ({ids}). End one of them first.',
  'background.noneRuns': 'No command of this conversation runs in the background.',
  'background.unknown': 'There is no background command "{id}". Known: {known}.',
  'background.nobody': 'none',
  'background.endedBefore': '{id} had ended already ({how}).',
  'background.ended': '{id} was ended.',
  'background.endedWith': '{id} was ended ({how}).',

  'memory.none': 'Nothing found in memory.',
  'memory.emptyNote': 'The note is empty.',
  'memory.known': 'Already known, in {path}.',
  'memory.kept': 'Remembered in {path}.',
  'memory.private':
    'This is a private conversation: nothing of it is kept. To have it remembered, say it in another one.',
  'memory.corrected': 'Corrected in {path}.\nWas: {was}\nIs: {is}',
  'memory.removed': 'Removed from {path}: {fact}',
  'memory.masked.one': 'Masked in {count} file.',
  'memory.masked.other': 'Masked in {count} files.',
  'memory.later': 'From this conversation it goes when the turn is over.',
  'memory.proposed':
    'Not done yet: this conversation has read text from {names}, so it is a proposal that waits for your owner in the memory room. Go on without it.',
  'past.none': 'Nothing found in past conversations.',
  'past.noTurns': '"{title}" has {turns} turns, none from {from} on.',

  'asked.skipped':
    'The owner did not answer. Go on with what is most sensible and say what you assumed, or stop here.',
  'asked.skippedBecause':
    'The owner did not answer ({why}). Go on with what is most sensible and say what you assumed, or stop here.',
  'asked.nobody':
    'Nobody can answer in this run. Decide what is most sensible and say what you assumed.',
  'todo.shown': 'The owner sees the list: {done} of {all} completed.',
  'tools.noneFound': 'No tool is found for that. Try other words, or a single one.',
  'skills.unknown': 'There is no skill "{name}". There are: {names}.',
  'skills.nobody': 'none',
  'propose.kept':
    'Proposed. The owner decides on it in the window; until then the skill "{folder}" is as it was. Go on without it.',

  'web.unread': '{host} could not be read: {why}',
  'web.leadsInside': '{host} leads to an address that is not on the open internet.',
  'web.redirectsAway': '{url} redirects to a place that is not read. {why}',
  'web.otherHost':
    '{url} redirects to another host: {next}\nCall WebFetch with that URL if you want to read it.',
  'web.redirectsOften': '{url} redirects more than {limit} times.',
  'web.page': '{url}: {why}',
  'web.notText': 'It is {type}, which is not text and was not loaded.',
  'web.unknownType': 'of an unknown type',
  'web.binary': 'It is not text but binary data.',
  'web.slowPage': 'The page takes too long to read.',
  'web.brokenPage': 'The page could not be read.',
  'web.brokenPageBecause': 'The page could not be read: {why}',
} as const;
