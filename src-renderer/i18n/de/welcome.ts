import type { welcome as en } from '../en/welcome.ts';
import type { Words } from '../words.ts';

export const welcome: Words<typeof en> = {
  'welcome.first': 'Hallo. Das ist dein Connectome.',
  'welcome.private': 'Unter uns gesagt.',
  'welcome.again': 'Was machen wir?',
  'welcome.lead': '{model} ist bereit.',
  'welcome.leadFirst':
    'Ein Agent, der auf deinem Rechner lebt, mit einem Geist aus Dateien, die du lesen und ändern kannst. {model} ist bereit.',
  'welcome.leadReflex':
    'Noch ist kein Sprachmodell verbunden. Bis dahin antworten eingebaute Reflexe: Sie merken sich etwas, erinnern sich, suchen, lesen Dateien und führen Werkzeuge aus, mit demselben Geist, den ein Modell nutzen wird.',
  'welcome.remember': 'Etwas merken lassen',
  'welcome.rememberText': 'Merk dir: Ich heiße ',
  'welcome.know': 'Fragen, was es weiß',
  'welcome.knowText': 'Was weißt du über mich?',
  'welcome.help': 'Sehen, was es kann',
  'welcome.helpText': 'Hilfe',
  'welcome.models': 'Modelle auf diesem Rechner',
  'welcome.noModels': 'Ein Sprachmodell verbinden',
  'welcome.add': 'Schlüssel eintragen oder Modell wählen',

  'welcome.look': 'Sich umsehen, in einer Minute',
  'tour.place': 'Karte {at} von {all}',
  'tour.skip': 'Überspringen',
  'tour.back': 'Zurück',
  'tour.next': 'Weiter',
  'tour.begin': 'Anfangen',
};
