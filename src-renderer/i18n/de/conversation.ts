import type { conversation as en } from '../en/conversation.ts';
import type { Words } from '../words.ts';

export const conversation: Words<typeof en> = {
  'conversation.missing': 'Dieses Gespräch gibt es nicht',
  'conversation.missingText': 'Vielleicht wurde es in einem anderen Fenster gelöscht.',

  'composer.label': 'Nachricht',
  'composer.placeholder': 'Nachricht an Connectome',
  'composer.placeholderRunning': 'Die nächste Nachricht schreiben',
  'composer.send': 'Senden',
  'composer.queue': 'Senden, wenn dieser Zug fertig ist',
  'composer.stop': 'Anhalten',
  'composer.attach': 'Dateien anhängen',
  'composer.removeFile': '{name} entfernen',
  'composer.uploading': 'Lädt hoch …',
  'composer.uploadFailed': '{name} konnte nicht angehängt werden. {reason}',
  'composer.failed': 'Die Nachricht konnte nicht gesendet werden.',
  'composer.context': '{percent} des Kontexts',

  'queue.label': 'Wartende Nachrichten',
  'queue.waiting.one': '{count} Nachricht wartet',
  'queue.waiting.other': '{count} Nachrichten warten',
  'queue.paused': 'Die Warteschlange wartet auf dich',
  'queue.resume': 'Weiter',
  'queue.edit': 'Nachricht ändern',
  'queue.remove': 'Nachricht entfernen',

  'model.label': 'Modell: {model}',
  'model.automatic': 'Automatisch',
  'model.automaticNow': 'Das erste bereite Modell der Liste, jetzt {model}',
  'model.automaticReflex': 'Das erste bereite Modell der Liste; gerade ist keines bereit',
  'model.reflex': 'Reflexe',
  'model.reflexDetail': 'Eingebaut, ohne Sprachmodell',
  'model.manage': 'Modelle verwalten …',

  'mode.label': 'Modus: {mode}',
  'mode.default': 'Vor Änderungen fragen',
  'mode.default.detail':
    'Lesen, Merken und Befehle, die nur nachsehen, gehen ohne Frage; der Rest fragt.',
  'mode.acceptEdits': 'Änderungen annehmen',
  'mode.acceptEdits.detail':
    'Auch Dateiänderungen im Arbeitsordner gehen ohne Frage; andere Befehle fragen.',
  'mode.bypassPermissions': 'Fragen umgehen',
  'mode.bypassPermissions.detail':
    'Fragt so wenig wie möglich. Sperren, Verbote und geschützte Dateien gelten weiter.',

  'folder.label': 'Arbeitsordner',
  'folder.title': 'Arbeitsordner: {folder}',
  'folder.help': 'Dateien darin dürfen ohne Frage gelesen werden. Nie dein Home-Ordner selbst.',

  'thread.label': 'Nachrichten',
  'thread.toEnd': 'Zur neuesten Nachricht',

  'turn.label': 'Zug: {text}',
  'turn.thoughts': 'Gedanken',
  'turn.reflex': 'Reflexe',
  'turn.calls.one': '{count} Modellaufruf',
  'turn.calls.other': '{count} Modellaufrufe',
  'turn.tools.one': '{count} Werkzeug',
  'turn.cached': '{percent} aus dem Cache',
  'turn.tools.other': '{count} Werkzeuge',
  'turn.why': 'Warum?',
  'turn.story': 'Zeigen, was in diesem Zug geschah',
  'turn.copy': 'Antwort kopieren',
  'turn.fork': 'Von hier in einem neuen Gespräch weitermachen',

  'activity.context': 'Sammelt, was es weiß',
  'activity.waiting': 'Wartet auf {provider}',
  'activity.thinking': 'Denkt nach',
  'activity.tool': '{name} läuft',
  'activity.closing': 'Schreibt den Zug auf',

  'switch.now': '{provider} hat übernommen.',
  'switch.route': 'An {provider} gesendet: „{keyword}“ ist eine deiner Routen.',

  'compaction.label': 'Gefalteter Verlauf',
  'compaction.summary': 'Was das Modell stattdessen bekommt',
  'compaction.original': 'Das Original',
  'compaction.show': 'Ursprüngliche Nachrichten zeigen',
  'compaction.earlier': 'Frühere zeigen',
  'compaction.you': 'Du',
  'compaction.it': 'Connectome',
  'compaction.nothing': 'Es gibt nichts zu falten.',
  'compaction.folded.one': '{count} ältere Nachricht gefaltet ({before} → {after} Token)',
  'compaction.folded.other': '{count} ältere Nachrichten gefaltet ({before} → {after} Token)',

  'stop.stopped': 'Von dir angehalten.',
  'stop.max_iterations': 'Die Grenze der Schritte für eine Runde ist erreicht.',
  'stop.circles': 'Es drehte sich im Kreis und wurde angehalten.',
  'stop.length': 'Die Antwort hat die Längengrenze des Modells erreicht.',
  'stop.refusal': 'Das Modell hat die Antwort abgelehnt.',
  'stop.spend_limit': 'Die Ausgabengrenze ist erreicht.',

  'error.interrupted': 'Unterbrochen',
  'error.no_provider': 'Kein Modell kann antworten',
  'error.all_providers_failed': 'Kein Modell hat geantwortet',
  'error.stream_broken': 'Die Antwort brach ab',
  'error.stream_silent': 'Das Modell verstummte',
  'error.context_too_large': 'Zu viel für dieses Modell',
  'error.storage': 'Es konnte nicht aufgeschrieben werden',
  'error.internal': 'Ein Fehler in Connectome',
  'error.continue': 'Fortsetzen',
  'error.continueMessage':
    'Mach genau dort weiter, wo deine letzte Antwort aufgehört hat. Wiederhole nicht, was du schon geschrieben hast.',
  'error.goOnMessage': 'Mach weiter.',
  'error.retry': 'Noch einmal',
  'error.reflex': 'Mit Reflexen antworten',
  'error.settings': 'Modell-Einstellungen',

  'markdown.done': 'erledigt',
  'markdown.open': 'offen',

  'code.plain': 'Text',
  'code.copy': 'Kopieren',
  'code.copied': 'Kopiert',
  'code.wrap': 'Lange Zeilen umbrechen',
  'code.download': 'Als Datei speichern',
};
