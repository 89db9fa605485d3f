import type { memorySentences as en } from '../../../../protocol/sentences/memory.ts';
import type { Words } from '../../words.ts';

export const memory: Words<typeof en> = {
  'fact.empty': 'Da ist nichts zu merken.',
  'fact.tooLong': 'Eine Tatsache hat höchstens {limit} Zeichen; diese hat {length}.',
  'fact.newerFile': '{path} hat die Version {version}, die dieses Programm nicht kennt.',
  'fact.which': 'Es fehlt, welche Tatsache gemeint ist.',
  'fact.none': 'Keine Tatsache im Wissen sagt „{words}“.',
  'fact.several':
    'Mehrere Tatsachen passen; eine davon muss Wort für Wort genannt werden:\n{facts}',
  'fact.more': '- und {count} weitere',
  'fact.gone': 'Diese Tatsache gibt es nicht mehr.',
  'fact.same': 'Genau das steht da schon.',
  'fact.known': 'So steht es schon in {path}. Vergessen werden kann die alte Fassung.',
  'fact.changed': 'Die Datei hat sich inzwischen geändert; sieh noch einmal nach.',
  'forget.tooLittle': 'Das ist zu wenig, um überall danach zu suchen; nenne die ganze Tatsache.',
  'forget.notYet.one':
    'Aus {count} Datei ließ es sich noch nicht entfernen; das wird nach dem nächsten Durchgang und beim nächsten Start noch einmal versucht.',
  'forget.notYet.other':
    'Aus {count} Dateien ließ es sich noch nicht entfernen; das wird nach dem nächsten Durchgang und beim nächsten Start noch einmal versucht.',
  'forget.removes': 'Entfernt: {fact}\n({path})',
  'forget.masks': 'Macht es in {files} und {conversations} für immer unkenntlich:\n{list}',
  'forget.masksNothing': 'Macht es in {files} und {conversations} für immer unkenntlich.',
  'count.files.one': '{count} Datei',
  'count.files.other': '{count} Dateien',
  'count.conversations.one': '{count} Gespräch',
  'count.conversations.other': '{count} Gesprächen',
  'note.none':
    '„{path}“ ist keine Notiz des Geistes. Notizen sind die Pfade, die memory_search nennt.',
  'note.noHeadings': '{path} hat keine Überschriften.',
  'note.noHeading': '{path} hat keine Überschrift „{heading}“. Es hat:\n{headings}',
  'note.noSession': 'Ein Gespräch „{id}“ gibt es nicht.',
  'proposals.unreadable': 'Die Liste der Vorschläge lässt sich nicht lesen.',
  'proposals.tooMany': 'Es warten schon {limit} Vorschläge auf dich; dieser wurde nicht behalten.',
};
