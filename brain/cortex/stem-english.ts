/** English stems: irregular forms by a table, everything else by Porter's algorithm (1980). */

/** Forms that no rule finds, each line: the word, then its forms. */
const irregular = `
be am is are was were been being
have has had having
do does did done doing
go goes went gone going
begin began begun
bite bit bitten
blow blew blown
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
cut cutting
deal dealt
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
fly flew flown flies
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten getting
give gave given
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
know knew known
lead led
leave left
lend lent
lose lost
make made
mean meant
meet met
pay paid
read reading
ride rode ridden
ring rang rung
rise rose risen
run ran running
say said
see saw seen
sell sold
send sent
set setting
shake shook shaken
shoot shot
show shown
shrink shrank shrunk
shut shutting
sing sang sung
sink sank sunk
sit sat sitting
sleep slept
speak spoke spoken
spend spent
stand stood
steal stole stolen
stick stuck
strike struck
swim swam swum swimming
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
understand understood
wake woke woken
wear wore worn
win won winning
write wrote written
child children
foot feet
goose geese
knife knives
leaf leaves
life lives
man men
mouse mice
person people
shelf shelves
tooth teeth
wife wives
wolf wolves
woman women
good better best
bad worse worst
`;

const base = new Map(
  irregular
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [word = '', ...forms] = line.split(' ');
      return forms.map((form) => [form, word] as const);
    }),
);

const consonants = '[^aeiou][^aeiouy]*';
const vowels = '[aeiouy][aeiou]*';
/** Porter's measure: how many times a vowel is followed by a consonant. */
const once = new RegExp(`^(?:${consonants})?${vowels}${consonants}`);
const exactlyOnce = new RegExp(`^(?:${consonants})?${vowels}${consonants}(?:${vowels})?$`);
const twice = new RegExp(`^(?:${consonants})?${vowels}${consonants}${vowels}${consonants}`);
const hasVowel = new RegExp(`^(?:${consonants})?[aeiouy]`);
const shortEnd = new RegExp(`^${consonants}[aeiouy][^aeiouwxy]$`);

const derived: Readonly<Record<string, string>> = {
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  bli: 'ble',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
  logi: 'log',
};
const derivedEnd = new RegExp(`^(.+?)(${Object.keys(derived).join('|')})$`);
const reduced: Readonly<Record<string, string>> = {
  icate: 'ic',
  ative: '',
  alize: 'al',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
};
const reducedEnd = new RegExp(`^(.+?)(${Object.keys(reduced).join('|')})$`);
const lastEnd =
  /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;

/** `word` in lower case, letters a to z. */
export function stemEnglish(word: string): string {
  const root = base.get(word) ?? word;
  return root.length < 3 ? root : porter(root);
}

function porter(word: string): string {
  let stem = word;
  if (/(?:ss|i)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (/[^s]s$/.test(stem)) stem = stem.slice(0, -1);

  const eed = /^(.+?)eed$/.exec(stem);
  const past = /^(.+?)(?:ed|ing)$/.exec(stem);
  if (eed !== null) {
    if (once.test(eed[1] ?? '')) stem = stem.slice(0, -1);
  } else if (past !== null && hasVowel.test(past[1] ?? '')) {
    stem = past[1] ?? '';
    if (/(?:at|bl|iz)$/.test(stem) || shortEnd.test(stem)) stem += 'e';
    else if (/([^aeiouylsz])\1$/.test(stem)) stem = stem.slice(0, -1);
  }
  if (/y$/.test(stem) && hasVowel.test(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;

  const second = derivedEnd.exec(stem);
  if (second !== null && once.test(second[1] ?? '')) {
    stem = `${second[1]}${derived[second[2] ?? ''] ?? ''}`;
  }
  const third = reducedEnd.exec(stem);
  if (third !== null && once.test(third[1] ?? '')) {
    stem = `${third[1]}${reduced[third[2] ?? ''] ?? ''}`;
  }
  const fourth = lastEnd.exec(stem) ?? /^(.+?[st])(ion)$/.exec(stem);
  if (fourth !== null && twice.test(fourth[1] ?? '')) stem = fourth[1] ?? '';

  if (stem.endsWith('e')) {
    const rest = stem.slice(0, -1);
    if (twice.test(rest) || (exactlyOnce.test(rest) && !shortEnd.test(rest))) stem = rest;
  }
  if (stem.endsWith('ll') && twice.test(stem)) stem = stem.slice(0, -1);
  return stem;
}
