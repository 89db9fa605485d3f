/** An empty conversation. */
export const welcome = {
  'welcome.first': 'Hello. This is your Connectome.',
  'welcome.private': 'Between you and me.',
  'welcome.again': 'What shall we do?',
  'welcome.lead': '{model} is ready.',
  'welcome.leadFirst':
    'An agent that lives on your machine, with a mind in files that you can read and edit. {model} is ready.',
  'welcome.leadReflex':
    'No language model is connected yet. Until then built-in reflexes answer: they remember, recall, search, read files and run tools, through the same mind that a model will use.',
  'welcome.remember': 'Let it remember',
  'welcome.rememberText': 'Remember that my name is ',
  'welcome.know': 'Ask what it knows',
  'welcome.knowText': 'What do you know about me?',
  'welcome.help': 'See what it can do',
  'welcome.helpText': 'help',
  'welcome.models': 'Models found on this machine',
  'welcome.noModels': 'Connect a language model',
  'welcome.add': 'Add a key or choose a model',

  'welcome.look': 'Look around, in one minute',
  'tour.place': 'Card {at} of {all}',
  'tour.skip': 'Skip',
  'tour.back': 'Back',
  'tour.next': 'Next',
  'tour.begin': 'Begin',
} as const;
