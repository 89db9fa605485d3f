import type { sessions as en } from '../en/sessions.ts';
import type { Words } from '../words.ts';

export const sessions: Words<typeof en> = {
  'sessions.label': 'Gespräche',
  'sessions.search': 'Gespräche durchsuchen',
  'sessions.none': 'Hier erscheinen deine Gespräche.',
  'sessions.notFound': 'Nichts gefunden.',
  'sessions.more': 'Ältere zeigen',
  'sessions.today': 'Heute',
  'sessions.yesterday': 'Gestern',
  'sessions.week': 'Letzte 7 Tage',

  'session.untitled': 'Neues Gespräch',
  'session.running': 'arbeitet',
  'session.waiting': 'wartet auf dich',
  'session.more': 'Mehr zu „{title}“',
  'session.rename': 'Umbenennen',
  'session.fork': 'Duplizieren',
  'session.isFork': 'Kopie',
  'session.forkOf': 'Kopie von „{title}“, gemacht {at}',
  'session.compact': 'Ältere Nachrichten falten',
  'session.exportMarkdown': 'Als Markdown exportieren',
  'session.exportJson': 'Als JSON exportieren',
  'session.delete': 'Löschen',
  'session.deleteTitle': 'Dieses Gespräch löschen?',
  'session.deleteText':
    '„{title}“ kommt in den Papierkorb-Ordner von Connectome. Was gemerkt wurde, bleibt.',
  'session.private': 'Privat',
  'session.privateText':
    'Hinterlässt keine Erinnerung: Nichts davon wird gemerkt, gefunden oder anderen Gesprächen gezeigt. Es bleibt, bis du es löschst, und ist dann weg. Der Anbieter des Modells sieht es wie jedes andere.',
  'session.deletePrivate':
    '„{title}“ ist privat: Es wird endgültig gelöscht und kommt nicht in den Papierkorb.',
  'session.skillText':
    'Die Fähigkeit „{name}“ ist aktiv, bis du sie beendest; ihre Anweisungen sind in jeder Nachricht',
  'session.endSkill': 'Die Fähigkeit {name} beenden',
  'session.taint': 'Fremder Text: {place}',
  'session.taintText':
    'Fremder Text kann versuchen, Anweisungen zu geben. Darum fragt dieses Gespräch von nun an, bevor es etwas hinaussendet, und was es sich merken will, wartet auf dich.',
  'session.taintTitle': 'Es hat Text gelesen, der nicht von dir ist',
  'origin.web': 'Webseite',
  'origin.mcp': 'Server',
  'origin.file': 'Datei',
  'origin.command': 'Befehl',
  'origin.own': 'Werkzeug',
};
