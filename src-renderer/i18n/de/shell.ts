import type { shell as en } from '../en/shell.ts';
import type { Words } from '../words.ts';

export const shell: Words<typeof en> = {
  'language.name': 'Deutsch',

  'common.cancel': 'Abbrechen',
  'common.close': 'Schließen',
  'common.quoted': '„{text}“',
  'common.save': 'Speichern',
  'common.remove': 'Entfernen',
  'common.clearSearch': 'Suche leeren',
  'common.fault': 'In diesem Raum ist ein Fehler aufgetreten: {message}',

  'side.new': 'Neues Gespräch',
  'side.newPrivate': 'Neues privates Gespräch',
  'side.label': 'Gespräche und Räume',
  'side.open': 'Gespräche zeigen',
  'side.close': 'Leiste schließen',
  'side.rooms': 'Räume',
  'side.waiting.one': 'Etwas wartet auf dich',
  'side.waiting.other': '{count} Dinge warten auf dich',
  'side.skip': 'Zum Inhalt',

  'room.conversations': 'Gespräche',
  'room.inspector': 'Inspektor',
  'room.mind': 'Geist',
  'room.memory': 'Gedächtnis',
  'room.tasks': 'Aufgaben',
  'room.usage': 'Verbrauch',
  'room.settings': 'Einstellungen',
  'room.help': 'Hilfe',

  'connection.lost': 'Keine Verbindung zum Gehirn. Es wird weiter versucht; nichts geht verloren.',
  'connection.retry': 'Jetzt versuchen',
  'connection.config': 'Einstellungen: {message}',
  'connection.show': 'Zeigen',

  'locked.title': 'Dieser Browser hat keinen Schlüssel',
  'locked.text': 'Das Gehirn läuft, kennt aber diesen Browser nicht. Gib im Terminal ein:',
  'locked.note':
    'In einem Klon des Repositorys heißt es „npm start -- open“. Das öffnet diese Seite mit einem Einmalschlüssel, der zehn Minuten gilt.',

  'lost.title': 'Unter dieser Adresse ist nichts',

  'providers.disconnected': 'nicht verbunden',
  'providers.reflexOnly': 'nur Reflexe, kein Modell bereit',
  'providers.reflexOnlyShort': 'nur Reflexe',
  'providers.instead': '{name} bereit; {other}: {state}',
  'providers.insteadShort': '{name} statt {other}',
  'providers.readyAlone': '{name} bereit',
  'providers.ready.one': '{name} bereit, {count} in Reserve',
  'providers.ready.other': '{name} bereit, {count} in Reserve',

  'provider.state.ready': 'bereit',
  'provider.state.cooling': 'pausiert',
  'provider.state.misconfigured': 'braucht dich',
  'provider.state.no_key': 'kein Schlüssel',
  'provider.state.no_model': 'kein Modell',
  'provider.state.offline': 'nicht erreichbar',
  'provider.state.unknown': 'noch nicht versucht',

  'notice.waiting': 'Wartet auf dich',
  'notice.done': 'Fertig',

  'announce.ask': 'Wartet auf deine Entscheidung: {title}',
  'announce.answer': 'Antwort: {text}',
  'announce.error': 'Der Zug ist fehlgeschlagen: {message}',

  'hint.empty': 'Schreib erst etwas.',
  'hint.noModel': 'Wähle erst ein Modell.',
  'hint.ruleThere': 'Diese Regel gibt es schon.',
  'hint.first': 'Steht schon an erster Stelle.',
  'hint.last': 'Steht schon an letzter Stelle.',
  'hint.unchanged': 'Es wurde nichts geändert.',
  'hint.noKey': 'Füg erst einen Schlüssel ein.',
  'hint.noWords': 'Schreib erst die Wörter.',
  'hint.conflict': 'Entscheide dich erst zwischen den beiden Texten.',
  'hint.noDiff': 'Es gibt keinen Unterschied zu zeigen.',
};
