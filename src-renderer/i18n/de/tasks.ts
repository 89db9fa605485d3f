import type { tasks as en } from '../en/tasks.ts';
import type { Words } from '../words.ts';

export const tasks: Words<typeof en> = {
  'tasks.detail': 'Die Werkzeugarbeit jedes Zuges',
  'tasks.list': 'Aufgaben',
  'tasks.none': 'Wenn ein Zug Werkzeuge benutzt, stehen seine Schritte hier.',
  'tasks.stepsDone': '{done} von {all} Schritten erledigt',
  'tasks.attempts': '{count} Versuche',
  'tasks.noStep': 'Noch kein Schritt wurde getan.',
  'tasks.whole': 'ganze Ausgabe in {file}',
  'tasks.only.all': 'Alle',
  'tasks.only.open': 'Offen',
  'tasks.only.well': 'Gelungen',
  'tasks.only.badly': 'Schlecht geendet',
  'tasks.noneOfKind': 'Keine von dieser Art.',
  'tasks.choose': 'Wähle eine Aufgabe',
  'tasks.chooseText': 'Jede zeigt ihre Schritte mit Argumenten, Versuchen, Zeit und Ausgabe.',
  'tasks.missing': 'Diese Aufgabe gibt es nicht',
  'tasks.missingText': 'Vielleicht wurde sie mit ihrem Gespräch gelöscht.',
  'tasks.all': 'Alle Aufgaben',

  'task.RUNNING': 'läuft',
  'task.WAITING': 'wartet',
  'task.SUCCEEDED': 'gelungen',
  'task.FAILED': 'fehlgeschlagen',
  'task.STOPPED': 'angehalten',
  'task.INTERRUPTED': 'unterbrochen',
};
