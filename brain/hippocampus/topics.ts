/** Which knowledge file a fact belongs to. Code decides, no model. */
export const topics = ['people', 'projects', 'preferences', 'technical', 'decisions'] as const;
export type Topic = (typeof topics)[number];

/** Where a fact goes that no rule knows: most of those are about how things are. */
const defaultTopic: Topic = 'technical';

const aliases: Readonly<Record<string, Topic>> = {
  person: 'people',
  family: 'people',
  friends: 'people',
  contact: 'people',
  contacts: 'people',
  user: 'people',
  owner: 'people',
  project: 'projects',
  work: 'projects',
  task: 'projects',
  goal: 'projects',
  goals: 'projects',
  preference: 'preferences',
  likes: 'preferences',
  habits: 'preferences',
  style: 'preferences',
  tech: 'technical',
  technology: 'technical',
  code: 'technical',
  setup: 'technical',
  environment: 'technical',
  decision: 'decisions',
  choice: 'decisions',
  choices: 'decisions',
};

/** In order; the first rule that matches decides. Words of English, German, French and Spanish. */
const rules: readonly (readonly [Topic, RegExp])[] = [
  [
    'decisions',
    /\b(decided|decision|agreed|settled on|chose|we will use|from now on|entschieden|entschied|beschlossen|décidé|decidido)\b/iu,
  ],
  [
    'preferences',
    /\b(prefers?|preferred|favou?rites?|likes?|loves?|hates?|dislikes?|enjoys?|always use|never use|rather than|allergic|vegetarian|vegan|bevorzug(e|t)|mag|liebt?|lieblings\p{L}*|préfère|aime|prefiero|prefiere|gusta)\b/iu,
  ],
  [
    'people',
    /\b(my (name|wife|husband|partner|son|daughter|child|children|kids?|mother|father|mom|mum|dad|parents|brother|sister|friend|boss|colleague|neighbou?r|doctor|dog|cat|birthday)|birthday|mein\p{L}* (frau|mann|freund(in)?|mutter|vater|schwester|bruder|tochter|sohn|chef(in)?|kolleg(e|in))|lives in|is called|is named|married|works (at|for|as)|born|phone number|e-?mail address|heiße|heißt|geburtstag|wohnt|m'appelle|anniversaire|me llamo|cumpleaños)\b/iu,
  ],
  [
    'projects',
    /\b(projects?|deadline|milestone|release|launch|roadmap|client|customer|due (on|by)|sprint|projekte?|abgabe|projet|proyecto)\b/iu,
  ],
];

/** A topic by its name or a near word; undefined when nobody knows the word. */
export function namedTopic(word: string): Topic | undefined {
  const key = word.trim().toLowerCase();
  return (
    topics.find((topic) => topic === key) ??
    (Object.hasOwn(aliases, key) ? aliases[key] : undefined)
  );
}

export function guessTopic(fact: string): Topic {
  return rules.find(([, pattern]) => pattern.test(fact))?.[0] ?? defaultTopic;
}
