import type { editsSentences as en } from '../../../../protocol/sentences/edits.ts';
import type { Words } from '../../words.ts';

export const edits: Words<typeof en> = {
  'edit.notBoth': 'Entweder old_string und new_string oder edits, nicht beides.',
  'edit.none': 'edits ist leer.',
  'edit.at': '{place}: {why}',
  'edit.notObject': 'muss ein Objekt sein.',
  'edit.required': 'old_string und new_string sind nötig.',
  'edit.emptyOld':
    'old_string ist leer. Um eine Datei anzulegen oder ganz zu ersetzen, gibt es Write.',
  'edit.same': 'old_string und new_string sind gleich.',
  'edit.noneApplied': '{why} Keine der Änderungen wurde gemacht.',
  'edit.notFound': 'old_string wurde nicht gefunden. {hint}',
  'edit.readAgain': 'Lies die Datei noch einmal und übernimm den Text genau.',
  'edit.similarLine':
    'Zeile {line} ist ähnlich, aber anders, vielleicht nur im Leerraum. Lies sie noch einmal und übernimm den Text genau, ohne Zeilennummern.',
  'edit.thereAlready': 'Genau das steht da schon.',
  'edit.severalTimes':
    'old_string kommt {times}-mal vor (Zeilen {lines}). Nimm umliegende Zeilen dazu, damit es eindeutig wird, oder setz replace_all.',
  'edit.noFile': '{path} gibt es nicht. Mit Write lässt es sich anlegen.',
  'edit.changedSince':
    '{path} hat sich geändert, seit du es gelesen hast. Lies es noch einmal und ändere es dann.',
  'edit.tooLarge': '{path} ist zu groß, um im Ganzen geändert zu werden.',
  'text.binary': 'Die Datei ist binär, kein Text.',
  'text.damaged': 'Die Datei sieht nach UTF-16-Text aus, ist aber beschädigt.',
  'text.halfCharacter': 'Der Text enthält ein halbes Zeichen (ein einzelnes Surrogat).',
  'text.eightBit':
    'Die Datei hat eine alte Acht-Bit-Kodierung, in die manche dieser Zeichen nicht passen. Wandle sie zuerst in UTF-8 um.',
};
