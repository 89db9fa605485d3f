import type { tasks as en } from '../en/tasks.ts';
import type { Words } from '../words.ts';

export const tasks: Words<typeof en> = {
  'tasks.detail': 'Die Werkzeugarbeit jedes Zuges',
  'tasks.list': 'Aufgaben',
  'tasks.none': 'Wenn ein Zug Werkzeuge benutzt, stehen seine Schritte hier.',
  'tasks.choose': 'Wähle eine Aufgabe',
  'tasks.chooseText': 'Jede zeigt ihre Schritte mit Argumenten, Versuchen, Zeit und Ausgabe.',

  'task.RUNNING': 'läuft',
  'task.WAITING': 'wartet',
  'task.SUCCEEDED': 'gelungen',
  'task.FAILED': 'fehlgeschlagen',
  'task.STOPPED': 'angehalten',
  'task.INTERRUPTED': 'unterbrochen',
};
