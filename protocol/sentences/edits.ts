/** Why an edit of a text file is not made. */
export const editsSentences = {
  'edit.notBoth': 'Give either old_string and new_string, or edits, not both.',
  'edit.none': 'edits is empty.',
  'edit.at': '{place}: {why}',
  'edit.notObject': 'must be an object.',
  'edit.required': 'old_string and new_string are required.',
  'edit.emptyOld': 'old_string is empty. Use Write to create a file or replace it whole.',
  'edit.same': 'old_string and new_string are the same.',
  'edit.noneApplied': '{why} None of the edits was applied.',
  'edit.notFound': 'old_string was not found. {hint}',
  'edit.readAgain': 'Read the file again and copy the text exactly.',
  'edit.similarLine':
    'Line {line} is similar but differs, perhaps only in white space. Read it again and copy the text exactly, without line numbers.',
  'edit.thereAlready': 'That is what stands there already.',
  'edit.severalTimes':
    'old_string occurs {times} times (lines {lines}). Add surrounding lines to make it unique, or set replace_all.',
  'edit.noFile': '{path} does not exist. Use Write to create it.',
  'edit.changedSince':
    '{path} has changed since you read it. Read it again, then make your change.',
  'edit.tooLarge': '{path} is too large to be changed whole.',
  'text.binary': 'The file is binary, not text.',
  'text.damaged': 'The file looks like UTF-16 text but is damaged.',
  'text.halfCharacter': 'The text contains half a character (a lone surrogate).',
  'text.eightBit':
    'The file is in an old eight-bit encoding that has no room for some of these characters. Convert the file to UTF-8 first.',
} as const;
