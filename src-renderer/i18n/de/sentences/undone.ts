import type { undoneSentences as en } from '../../../../protocol/sentences/undone.ts';
import type { Words } from '../../words.ts';

export const undone: Words<typeof en> = {
  'undone.byCommand': 'Ein Befehl hat es geändert.',
  'undone.notOurs':
    'Es wurde anderswo oder vor langer Zeit geändert: Hier ist nichts aufbewahrt, was sagt, wie es vorher war.',
  'undone.notKept': 'Der frühere Inhalt ist nicht mehr aufbewahrt.',
  'undone.changedSince': 'Es wurde seither geändert und bleibt, wie es ist.',
  'undone.changed': 'Es wurde seither geändert.',
  'undone.gone': 'Es ist nicht mehr da.',
  'undone.taken': 'Unter {path} ist eine andere Datei.',
};
