import type { pastedSentences as en } from '../../../../protocol/sentences/pasted.ts';
import type { Words } from '../../words.ts';

export const pasted: Words<typeof en> = {
  'pasted.nothing': 'Da steht nichts.',
  'pasted.tooLong': 'Der Text ist zu lang.',
  'pasted.noServer': 'Darin ist kein Server.',
  'pasted.noEntry': 'Darin ist kein Server: erwartet wird ein Eintrag mit „command“ oder „url“.',
  'pasted.inServer': '{name}: {why}',
  'pasted.notJson': 'Das ist kein JSON (Zeile {line}).',
  'pasted.noBrackets': 'Server werden in geschweiften Klammern erwartet.',
  'pasted.neither': 'Das ist weder JSON noch eine URL noch eine einzelne Befehlszeile.',
  'pasted.onePlainCommand': 'So lässt sich nur ein einfacher Befehl hinzufügen.',
  'pasted.mustBeText': '„{name}“ muss ein Text sein.',
  'server.entryChanged':
    'Der Eintrag des Servers hat sich geändert, seit er gezeigt wurde. Sieh ihn dir noch einmal an.',
  'server.toolsChanged':
    'Die Werkzeuge des Servers haben sich geändert, seit sie gezeigt wurden. Sieh sie dir noch einmal an.',
  'signIn.startFirst': 'Lass ihn zuerst starten.',
  'signIn.onlyWeb': 'Anmelden kann man sich nur bei Diensten im Netz.',
  'signIn.byItself': 'Er meldet sich von selbst an; niemand muss es tun.',
  'signIn.notNeeded': 'Er braucht keine Anmeldung.',
  'signIn.noPage': 'Er nennt keine Seite zum Anmelden.',
  'signIn.withPassword': '{host} ist mit einem Passwort angegeben.',
  'signIn.notHttps': 'Der Dienst schickt dich zu {address}, und das ist nicht https.',
  'signIn.notAskedFor': 'Es kam eine Antwort, nach der niemand gefragt hat.',
  'signIn.refused': 'Es wurde abgelehnt: {why}.',
  'signIn.notAccepted': 'Es wurde nicht angenommen.',
};
