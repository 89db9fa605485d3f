import type { toolsSentences as en } from '../../../../protocol/sentences/tools.ts';
import type { Words } from '../../words.ts';

export const tools: Words<typeof en> = {
  'tool.none': 'Ein Werkzeug „{name}“ gibt es nicht.',
  'tool.stopped': 'Von dir angehalten.',
  'tool.stoppedBeforeWrite': 'Angehalten, bevor die Datei geschrieben wurde.',
  'tool.stoppedBeforeCommand': 'Angehalten, bevor der Befehl gestartet wurde.',
  'tool.timedOut': 'Nach {ms} ms abgebrochen: Die Zeit war um.',
  'tool.protected': '{path} ist geschützt; kein Werkzeug rührt es an.',
  'tool.outside': '{path} liegt außerhalb des Arbeitsordners {folder}.',
  'tool.note': '[{what}]',

  'open.none': '{path} gibt es nicht.',
  'open.noFolder': 'Ein Teil des Pfades {path} ist kein Ordner.',
  'open.permission': 'Keine Berechtigung, {path} zu öffnen.',
  'open.failed': '{path} ließ sich nicht öffnen: {why}',
  'open.moved': '{path} wurde beim Öffnen durch eine Verknüpfung ersetzt; abgelehnt.',
  'open.folder': '{path} ist ein Ordner.',
  'open.notRegular': '{path} ist keine gewöhnliche Datei.',
  'open.tooLarge': '{path} ist dafür zu groß ({bytes} Bytes; höchstens {limit}).',
  'open.taken': 'Unter {path} liegt eine andere Datei.',

  'count.lines.one': '{count} Zeile',
  'count.lines.other': '{count} Zeilen',
  'count.bytes.one': '{count} Byte',
  'count.bytes.other': '{count} Bytes',
  'write.created': '{path} angelegt: {lines}, {bytes}{kept}.',
  'write.replaced': '{path} ersetzt: {lines}, {bytes}{kept}.',
  'write.kept': ' (behalten: {what})',
  'write.crlf': 'CRLF-Zeilenenden',
  'write.bom': 'Byte-Reihenfolge-Marke',
  'edit.done.one': '{path} geändert: {count} Ersetzung{loose}.',
  'edit.done.other': '{path} geändert: {count} Ersetzungen{loose}.',
  'edit.loose':
    ' (old_string wich bei den Leerzeichen ab; eine Stelle passte, und der neue Text bekam ihre Einrückung)',

  'read.useGlob': '{why} Einen Ordner zeigt Glob.',
  'read.picture': '[Bild, {type}, {bytes} Bytes]',
  'read.pictureTooLarge':
    'Das Bild hat {bytes} Bytes; höchstens {limit} lassen sich zeigen. Eine kleinere Kopie ginge.',
  'read.empty': '(Die Datei ist leer.)',
  'read.binary': 'Die Datei ist binär; Read zeigt nur Text.',
  'read.more': 'es folgt noch mehr, ab Zeile {line}',
  'read.onlyLines': 'die Datei hat nur {lines}',
  'read.encoding': 'Kodierung: {name}',
  'glob.none': 'Keine Datei passt.',
  'glob.below': 'Das Muster muss unterhalb des Ordners bleiben, ohne „..“.',
  'glob.more': '[{more} weitere von {all}; ein engeres Muster zeigt weniger]',
  'grep.none': 'Keine Treffer.',
  'grep.closed': '{path} darf nicht gelesen werden.',
  'grep.more': '[{shown} von {all} Zeilen; mehr mit head_limit oder einer engeren Suche]',
  'grep.moreThan': 'mehr als {count}',
  'search.none': 'Nichts gefunden.',
  'search.noWords': 'In der Anfrage sind keine Wörter, nach denen sich suchen lässt.',
  'search.notFolder': '{path} ist kein Ordner; für eine Datei sind Grep oder Read da.',

  'bash.noShell': 'Auf diesem Rechner gibt es keine Shell (bash oder sh).',
  'bash.notStarted': 'Der Befehl ließ sich nicht starten: {why}',
  'bash.exitCode': '[beendet mit Code {code}]',
  'bash.exitSignal': '[beendet durch das Signal {signal}]',
  'bash.timedOut':
    '[nach {seconds} s war die Zeit um; der Befehl und alles, was er gestartet hatte, wurde beendet]',
  'bash.stopped':
    '[von dir angehalten; der Befehl und alles, was er gestartet hatte, wurde beendet]',
  'bash.leftEnded': '[im Hintergrund gebliebene Prozesse wurden beendet]',
  'bash.nextFolder':
    '[der nächste Befehl beginnt in {folder}: {path} liegt außerhalb des Arbeitsordners]',
  'bash.tracked':
    '[Gits Einstellungen sind Befehlen verschlossen; dass {local} {upstream} folgt, wurde für ihn vermerkt.]',
  'bash.noNetwork':
    '[Er lief in einer Sandbox ohne Netz. Ein Befehl, dessen Sache das Netz ist (npm install, git fetch, curl), bekommt es, wenn du es erlaubst.]',
  'bash.noKeys':
    '[Schlüssel, Passwörter und lokale Dienste sind Befehlen in der Sandbox verschlossen. Braucht dein Auftrag sie, fragt das Modell dich, ob der Befehl ohne Sandbox laufen darf.]',
  'bash.notWritable':
    '[Er lief in einer Sandbox, die nur im Arbeitsordner und in $TMPDIR schreibt. Ordner, die der Befehl selbst nennt, werden ihm geöffnet, wenn du es erlaubst.]',
  'background.runs':
    'Er läuft im Hintergrund als {id}. BashOutput zeigt, wie es ihm geht, KillShell beendet ihn; er endet auch mit Connectome. Die ganze Ausgabe kommt nach {path}.',
  'background.full':
    'Es laufen schon {count} Befehle im Hintergrund ({ids}). Erst muss einer davon enden.',
  'background.noneRuns': 'Kein Befehl dieses Gesprächs läuft im Hintergrund.',
  'background.unknown': 'Einen Befehl „{id}“ gibt es im Hintergrund nicht. Bekannt: {known}.',
  'background.nobody': 'keiner',
  'background.endedBefore': '{id} war schon beendet ({how}).',
  'background.ended': '{id} wurde beendet.',
  'background.endedWith': '{id} wurde beendet ({how}).',

  'memory.none': 'Im Gedächtnis wurde nichts gefunden.',
  'memory.emptyNote': 'Die Notiz ist leer.',
  'memory.known': 'Schon bekannt, in {path}.',
  'memory.kept': 'Gemerkt in {path}.',
  'memory.private':
    'Das ist ein privates Gespräch: Nichts davon wird behalten. Was es sich merken soll, sag ihm in einem anderen.',
  'memory.corrected': 'Berichtigt in {path}.\nFrüher: {was}\nJetzt: {is}',
  'memory.removed': 'Aus {path} entfernt: {fact}',
  'memory.masked.one': 'In {count} Datei unkenntlich gemacht.',
  'memory.masked.other': 'In {count} Dateien unkenntlich gemacht.',
  'memory.later': 'Aus diesem Gespräch verschwindet es, wenn dieser Durchgang vorbei ist.',
  'memory.proposed':
    'Noch nicht getan: Dieses Gespräch hat Text von {names} gelesen, also ist es ein Vorschlag, der im Gedächtnisraum auf dich wartet.',
  'past.none': 'In früheren Gesprächen wurde nichts gefunden.',
  'past.noTurns': '„{title}“ hat {turns} Durchgänge, ab {from} keinen.',

  'asked.skipped':
    'Du hast nicht geantwortet. Das Modell tut, was am sinnvollsten ist, und sagt, was es annahm, oder hört hier auf.',
  'asked.skippedBecause':
    'Du hast nicht geantwortet ({why}). Das Modell tut, was am sinnvollsten ist, und sagt, was es annahm, oder hört hier auf.',
  'asked.nobody':
    'In diesem Lauf kann niemand antworten. Das Modell entscheidet selbst und sagt, was es annahm.',
  'todo.shown': 'Du siehst die Liste: {done} von {all} erledigt.',
  'tools.noneFound': 'Dafür wurde kein Werkzeug gefunden.',
  'skills.unknown': 'Eine Fähigkeit „{name}“ gibt es nicht. Es gibt: {names}.',
  'skills.nobody': 'keine',
  'propose.kept':
    'Vorgeschlagen. Du entscheidest darüber im Fenster; bis dahin bleibt die Fähigkeit „{folder}“, wie sie war.',

  'web.unread': '{host} ließ sich nicht lesen: {why}',
  'web.leadsInside': '{host} führt zu einer Adresse, die nicht im offenen Internet liegt.',
  'web.redirectsAway': '{url} leitet an einen Ort weiter, der nicht gelesen wird. {why}',
  'web.otherHost': '{url} leitet zu einem anderen Rechner weiter: {next}',
  'web.redirectsOften': '{url} leitet öfter als {limit}-mal weiter.',
  'web.page': '{url}: {why}',
  'web.notText': 'Es ist {type}, kein Text, und wurde nicht geladen.',
  'web.unknownType': 'von unbekannter Art',
  'web.binary': 'Es sind Binärdaten, kein Text.',
  'web.slowPage': 'Die Seite zu lesen dauert zu lange.',
  'web.brokenPage': 'Die Seite ließ sich nicht lesen.',
  'web.brokenPageBecause': 'Die Seite ließ sich nicht lesen: {why}',
};
