import type { safetySentences as en } from '../../../../protocol/sentences/safety.ts';
import type { Words } from '../../words.ts';

export const safety: Words<typeof en> = {
  'safety.secretPlace':
    'In {path} liegen Schlüssel, Passwörter oder Daten des Browsers. Kein Werkzeug rührt das an.',
  'safety.protectedRead': '{path} ist geschützt: Werkzeuge lesen es nicht.',
  'safety.protectedChange': '{path} ist geschützt: Werkzeuge ändern es nicht.',
  'safety.ruleDenies': 'Eine Regel in den Einstellungen verbietet es: {rule}',
  'safety.ruleAsks': 'Eine Regel in den Einstellungen fragt erst: {rule}',
  'safety.ruleAllows': 'Eine Regel in den Einstellungen erlaubt es: {rule}',
  'safety.sessionAllows': 'Du hast es für dieses Gespräch erlaubt.',
  'safety.unreadableCommand':
    'Der Befehl ließ sich nicht zerlegen: offene Anführungszeichen oder Klammern, oder Text, der läuft, wo keiner erwartet wird.',
  'safety.unjudgeableCommand':
    'Der Befehl ist zu lang oder hat zu viele Teile, um beurteilt zu werden. Er gehört mit Write in eine Skriptdatei, die dann ausgeführt wird.',
  'safety.namesOutside': 'Es nennt {path}; das liegt außerhalb des Arbeitsordners.',
  'safety.outside': '{path} liegt außerhalb des Arbeitsordners.',
  'safety.outsideChanged': 'Es würde geändert.',
  'safety.needsNetwork': 'Es braucht das Netz, das Befehle in der Sandbox nicht haben.',
  'safety.modeAsksNothing': 'In diesem Modus fragt das Gespräch nichts.',
  'safety.onlyReads': 'Es liest nur.',
  'safety.rememberingUndoable': 'Sich etwas zu merken lässt sich rückgängig machen.',
  'safety.onlyConversation': 'Es betrifft nur dieses Gespräch und das, was darin gestartet wurde.',
  'safety.editsAccepted':
    'Änderungen an Dateien im Arbeitsordner sind in diesem Gespräch angenommen.',
  'safety.changesFile': 'Es ändert eine Datei.',
  'safety.sendsAddress': 'Es schickt diese Adresse an {host} und liest, was zurückkommt.',
  'safety.someServer': 'einen Webserver',
  'safety.callsOutside': 'Es ruft ein Programm außerhalb von Connectome auf.',
  'safety.pluginConfined': 'Die Sandbox lässt dieses Plugin nichts ändern und nichts verschicken.',
  'safety.notKnown': 'Was dieses Werkzeug tut, ist vorher nicht bekannt.',
  'safety.noTool': 'In diesem Zug gibt es kein Werkzeug „{name}“.',
  'safety.noWorkingDir': 'Das Gespräch hat keinen Arbeitsordner.',
  'safety.notJudged': 'Der Aufruf ließ sich nicht beurteilen: {why}',
  'safety.forgettingAsks': 'Vergessen nimmt etwas weg, deshalb fragt es immer.',
  'safety.toolAdded':
    'Der Server hat dieses Werkzeug später hinzugefügt; du hast es noch nicht angenommen. Er sagt: {words}',
  'safety.toolChanged':
    'Der Server hat geändert, was er über dieses Werkzeug sagt. Jetzt sagt er: {words}',
  'safety.patternsTooSlow':
    'Die Muster der Fähigkeiten brauchten bei diesem Aufruf länger als {ms} ms; die übrigen gelten deshalb als zutreffend, darunter {pattern} von „{skill}“.',
  'safety.skillAllowsOnly':
    'Du hast die Fähigkeit „{skill}“ eingeschaltet, und sie erlaubt nur {tools}. Mit /skill off endet sie.',
  'safety.skillGone':
    'Du hast die Fähigkeit „{skill}“ eingeschaltet, aber es gibt sie nicht mehr; was sie erlaubt, weiß niemand. Mit /skill off endet sie.',

  'safety.runsCommand': 'Es führt einen Befehl aus.',
  'safety.onlyLooks':
    'Es sieht nur nach, in einer Sandbox, die weder schreiben noch das Netz erreichen kann.',
  'safety.sandboxedRun': 'Befehle in der Sandbox laufen, ohne zu fragen (permissions.sandboxed).',
  'safety.noSandbox': 'Befehle haben hier keine Sandbox, deshalb fragt jeder.',
  'safety.outsideForKeys':
    'Er meldet sich mit deinen Schlüsseln an einem anderen Rechner an; in der Sandbox sind sie Befehlen verschlossen.',
  'safety.outsideWished': 'Das Modell will, dass dieser Befehl ohne die Sandbox läuft.',

  'taint.command':
    'Dieses Gespräch hat Text von {names} gelesen. Der Befehl könnte in dessen Auftrag etwas hinausschicken.',
  'taint.call':
    'Dieses Gespräch hat Text von {names} gelesen. Der Aufruf könnte in dessen Auftrag etwas an {target} schicken.',
  'taint.plugin':
    'Dieses Gespräch hat Text von {names} gelesen. Das Plugin {plugin} könnte in dessen Auftrag etwas hinausschicken.',
  'taint.lasting':
    'Dieses Gespräch hat Text von {names} gelesen. Die Änderung bliebe über dieses Gespräch hinaus.',
  'taint.theWeb': 'das Web',
  'origin.command': 'dem Befehl {name}',
  'origin.andOthers.one': '{first} und {count} weiteren Stelle',
  'origin.andOthers.other': '{first} und {count} weiteren Stellen',

  'web.noUrl': '„{text}“ ist keine ganze URL wie https://example.com/seite.',
  'web.onlyHttp': 'Gelesen wird nur über http und https, nicht über {protocol}',
  'web.withPassword': 'Eine URL mit Benutzername oder Passwort darin wird nicht gelesen.',
  'web.notPublic': '{host} liegt nicht im offenen Internet; solche Adressen werden nicht gelesen.',

  'sandbox.off': 'Die Sandbox ist aus.',
  'sandbox.switchedOff':
    'Die Sandbox ist in den Einstellungen abgeschaltet: Befehle laufen mit allen deinen Rechten.',
  'sandbox.bubblewrap':
    'Befehle laufen in einer Sandbox (bubblewrap): Sie schreiben nur im Arbeitsordner.',
  'sandbox.seatbelt':
    'Befehle laufen in einer Sandbox (seatbelt): Sie schreiben nur im Arbeitsordner.',
  'sandbox.noneHere':
    'Auf diesem System gibt es keine Sandbox für Befehle, deshalb fragt jeder von ihnen.',
  'sandbox.noBubblewrap':
    'bubblewrap ist nicht installiert; Befehle haben deshalb keine Sandbox, und jeder von ihnen fragt. Installiere es (Debian, Ubuntu: apt install bubblewrap socat; Fedora: dnf install bubblewrap socat) und starte Connectome neu.',
  'sandbox.bubblewrapCannot':
    'bubblewrap kann hier keine Sandbox einrichten ({why}), deshalb fragt jeder Befehl. Meist sind User-Namespaces abgeschaltet: sysctl kernel.unprivileged_userns_clone=1, oder unter Ubuntu ein AppArmor-Profil für bwrap (siehe docs/safety.md).',
  'sandbox.noSocketGuard':
    'Auf {arch} haben Befehle keine Sandbox: Der Teil, der lokale Sockets schließt, fehlt. Jeder von ihnen fragt.',
  'sandbox.seatbeltCannot': 'sandbox-exec läuft hier nicht ({why}), deshalb fragt jeder Befehl.',
  'sandbox.cannot': 'Befehle lassen sich hier nicht einschließen ({why}), deshalb fragt jeder.',

  'ask.readPage': 'Eine Seite von {host} lesen',
  'ask.runCommand': 'Einen Befehl ausführen',
  'ask.runCommandFor': 'Einen Befehl ausführen: {purpose}',
  'ask.replace': '{path} ersetzen',
  'ask.create': '{path} anlegen',
  'ask.edit': '{path} bearbeiten',
  'ask.read': '{path} lesen',
  'ask.toolIn': '{tool} in {path}',
  'ask.callServer': '{tool} von {server} aufrufen',
  'ask.forget': 'Soll es das vergessen?',
  'ask.runTool': '{tool} ausführen',
  'ask.inFolder': '(im Ordner {path})',
  'ask.inBackground': '(läuft im Hintergrund weiter)',
  'ask.askedForAs': '(verlangt als {path})',
  'ask.unconfined': 'Befehle laufen mit allen deinen Rechten und ohne Sandbox.',
  'ask.outsideSandbox':
    'Erlaubst du es, läuft er ohne die Sandbox: Er kann alles lesen, ändern und verschicken, was du kannst, auch Schlüssel und Passwörter.',
  'ask.opensFolders': 'Erlaubst du es, darf es Dateien in {paths} ändern.',
  'ask.opensNetwork': 'Erlaubst du es, hat es das Netz; deine Schlüssel bleiben ihm verschlossen.',
  'ask.signsIn':
    'Erlaubst du es, erreicht es nur {servers}, und dein SSH-Agent meldet es dort an; die Schlüsseldateien bleiben ihm verschlossen.',
  'ask.lacksAgent':
    'Es würde sich über SSH anmelden, und hier läuft kein SSH-Agent: Es wird scheitern. Führe vorher ssh-add aus oder den Befehl selbst.',
  'ask.tracks':
    'Die Einstellungen von Git bleiben ihm verschlossen; dass der Zweig {branches} folgt, wird für ihn eingetragen.',
  'ask.staysClosed':
    '{paths} bleibt ihm verschlossen: Was es unmittelbar dorthin schreibt, schlägt fehl.',
  'ask.noDiff': 'Kein Diff: {why}',
  'ask.becomesText': 'Die Datei ist jetzt binär und würde zu diesem Text:',
  'ask.noFile': 'Die Datei gibt es nicht, deshalb wird die Änderung scheitern.',
  'ask.editFails': 'Die Änderung wird scheitern: {why}',
  'ask.tooLarge': 'Die Änderung ist zu groß, um sie als Diff zu zeigen.',
  'ask.question': 'Frage: {headers}',

  'refused.nobody': 'Abgelehnt: {why} In diesem Lauf kann niemand antworten.',
  'refused.notAllowed': 'Nicht erlaubt: {why}',
  'refused.byOwner': 'Du hast nein gesagt.',
  'refused.byOwnerBecause': 'Du hast nein gesagt. Grund: {why}',
  'refused.inTime': 'Niemand hat rechtzeitig geantwortet.',
  'refused.changedMeanwhile':
    'Was gezeigt wurde, ist nicht mehr das, was liefe: Datei, Ordner oder Argumente haben sich seit der Frage geändert. Es muss neu nachsehen und neu fragen.',
  'refused.stoppedWaiting': 'Von dir angehalten, während es wartete.',
  'refused.stoppedBefore': 'Von dir angehalten, bevor es lief.',
  'refused.interrupted':
    'Unterbrochen: Das Programm endete, während dieser Aufruf offen war. Er kann schon etwas bewirkt haben.',
  'refused.arguments': 'Die Argumente passen nicht.',
  'refused.notRun': 'Das Werkzeug konnte nicht laufen: {why}',
  'refused.tooMany':
    'Nicht ausgeführt: Diese Antwort verlangt {calls} Werkzeugaufrufe, und nur die ersten {limit} einer Antwort laufen. Den Rest muss die nächste Antwort verlangen, falls er noch gebraucht wird.',

  'proposal.source': 'Aus {place}.',
  'proposal.taintedSource': 'Aus {place}; dort wurde Text von {names} gelesen.',
  'proposal.aConversation': 'einem Gespräch',
  'proposal.notDone': 'Es konnte nicht getan werden: {why}',
  'proposal.remember': 'Soll es sich das merken?',
  'proposal.correct': 'Diese Tatsache berichtigen?',
  'proposal.insteadOf': 'Statt: {old}',
  'proposal.changeSkill': 'Die Fähigkeit „{name}“ ändern?',
  'proposal.pluginWants': 'Ihr Plugin möchte:',
  'proposal.makeSkill': 'Die Fähigkeit „{name}“ anlegen?',
};
