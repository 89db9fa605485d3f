import type { shippedSentences as en } from '../../../../protocol/sentences/shipped.ts';
import type { Words } from '../../words.ts';

export const shipped: Words<typeof en> = {
  'skill.days':
    'Ein Kalender dessen, was wann war, aus dem Tagebuch aller Gespräche: welche Tage es gibt und was an einem davon getan wurde.',
  'skill.dialogue':
    'Mit AskUserQuestion nachfragen, wenn die Entscheidung deine ist, und mit TodoWrite die Schritte längerer Arbeit zeigen.',
  'skill.files':
    'Dateien lesen, finden, durchsuchen und ändern mit Read, Write, Edit, Glob, Grep und Search.',
  'skill.git':
    'In Git-Repositorys arbeiten: Verlauf ansehen, committen, Zweige, Zurücknehmen, ohne Arbeit zu verlieren.',
  'skill.machine':
    'Fakten über den Rechner, auf dem es läuft, mit machine_facts: System, Prozessor, Speicher, Datenträger, Last, Laufzeit.',
  'skill.memory':
    'Was es sich mit remember auf Dauer merkt, wie es das fasst, berichtigt und vergisst, und wie es in Notizen und früheren Gesprächen nachschlägt.',
  'skill.notes':
    'Deine Notizen als Markdown-Dateien in einem eigenen Ordner führen: schreiben, finden, aufräumen, ohne eine Zeile zu verlieren.',
  'skill.reckon':
    'Genau rechnen mit Daten und Einheiten statt zu raten: Tage zwischen Daten, ein Datum plus Tage, Wochentage, Längen, Gewichte, Temperaturen.',
  'skill.shell':
    'Mit Bash Befehle in deiner Shell ausführen, sichere wählen und lesen, was sie ausgeben.',
  'skill.web':
    'Öffentliche Webseiten mit WebFetch lesen, und was von dem zu halten ist, was Fremde geschrieben haben.',
  'pattern.deletesGit': 'Wer .git löscht, löscht die ganze Geschichte des Projekts.',
  'pattern.changesGitEverywhere': 'Das ändert Git für alle Projekte dieses Benutzers.',
  'pattern.deletesBranch': 'Das löscht einen Zweig.',
  'pattern.deletesJobs': 'Das löscht alle geplanten Aufgaben des Benutzers auf einmal.',
  'pattern.deletesUnknownFiles':
    'Das löscht Dateien, die Git nicht kennt und nicht zurückholen kann.',
  'pattern.endsEverything': 'Das beendet alles, was auf diesem Rechner läuft.',
  'pattern.overwritesUncommitted': 'Das überschreibt Änderungen, die nicht committet sind.',
  'pattern.publishesPackage': 'Das veröffentlicht ein Paket für alle.',
  'pattern.replacesCommit': 'Das ersetzt den letzten Commit.',
  'pattern.rewritesCommits': 'Das schreibt Commits um.',
  'pattern.takesFromStash': 'Das holt Änderungen aus dem Stash.',
  'pattern.throwsAwayUncommitted': 'Das wirft Änderungen weg, die nicht committet sind.',
  'pattern.pushesMirror':
    'Ein Mirror-Push löscht auf dem Server jeden Zweig, den es hier nicht gibt.',
  'pattern.publishesToServer': 'Ein Push veröffentlicht Commits auf einem Server.',
  'pattern.losesReflog': 'Das Reflog ist der letzte Weg zurück zu verlorenen Commits.',
};
