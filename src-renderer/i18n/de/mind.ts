import type { mind as en } from '../en/mind.ts';
import type { Words } from '../words.ts';

export const mind: Words<typeof en> = {
  'mind.detail': 'Die Dateien, mit denen es denkt; ändere eine, und der nächste Zug weiß es',
  'mind.list': 'Dateien des Geistes',
  'mind.top': 'Workspace',
  'mind.none': 'Der Workspace ist leer.',
  'mind.choose': 'Ein Geist aus einfachen Dateien',
  'mind.chooseText':
    'Identität, Anweisungen, Wissen, Fähigkeiten und Episoden. Wähle links eine Datei.',
  'mind.changed': 'nicht gespeichert',
  'mind.revert': 'Änderungen verwerfen',
  'mind.saved': '{path} ist gespeichert. Der nächste Zug weiß es.',
  'mind.conflict':
    'Diese Datei wurde inzwischen geändert, von dir an anderer Stelle oder vom Geist. Dein Text ist noch nicht gespeichert.',
  'mind.copyMine': 'Meinen Text kopieren',
  'mind.loadTheirs': 'Neue Fassung laden',
  'mind.copied': 'Kopiert',

  'offers.title': 'Für Dateien, die du geändert hast, gibt es neuere Vorgaben',
  'offers.take': 'Übernehmen',
  'offers.keep': 'Meine behalten',
};
