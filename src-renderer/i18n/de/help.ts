import type { help as en } from '../en/help.ts';
import type { Words } from '../words.ts';

export const help: Words<typeof en> = {
  'palette.label': 'Alles finden',
  'palette.placeholder': 'Gespräche, Räume, Aktionen, Dateien',
  'palette.recent': 'Zuletzt benutzt',
  'palette.conversations': 'Gespräche',
  'palette.rooms': 'Räume',
  'palette.actions': 'Aktionen',
  'palette.models': 'Modelle',
  'palette.files': 'Dateien des Geistes',
  'palette.none': 'Nichts enthält diese Wörter.',
  'palette.found.one': '{count} Treffer',
  'palette.found.other': '{count} Treffer',
  'palette.current': 'jetzt',
  'palette.move': 'wählen',
  'palette.run': 'los',
  'palette.close': 'schließen',

  'help.guide': 'Wie es funktioniert',
  'help.keys': 'Tastatur',
  'help.report': 'Problem melden',
  'help.intro':
    'Connectome ist ein Agent, der auf diesem Rechner lebt. Es hat einen Geist aus einfachen Dateien, ein Gedächtnis, das es vor jeder Antwort durchsucht, und Werkzeuge, die es unter deinen Augen benutzt.',

  'guide.talk': 'Reden',
  'guide.talkText':
    'Schreib, was getan oder gewusst werden soll. Es antwortet, benutzt Werkzeuge, wo es nötig ist, und sagt, was es getan hat. Escape hält es an; eine Nachricht, die du inzwischen schreibst, wartet.',
  'guide.reflexes': 'Reflexe und Modelle',
  'guide.reflexesText':
    'Ohne Sprachmodell antworten eingebaute Reflexe: Sie merken sich etwas, erinnern sich, suchen, lesen Dateien und führen Werkzeuge aus, denken aber nicht. Mit einem Schlüssel oder einem lokalen Modell denkt derselbe Geist damit. Mehrere Modelle lösen einander ab.',
  'guide.mind': 'Ein Geist, den man lesen kann',
  'guide.mindText':
    'Wer es ist, wie es arbeitet, was es weiß und kann, steht in Markdown-Dateien. Ändere eine, und der nächste Zug weiß es.',
  'guide.memory': 'Gedächtnis',
  'guide.memoryText':
    'Es behält, was es sich merken soll, und ein Tagebuch jedes Gesprächs. Sieh es durch, berichtige etwas oder lass es vergessen.',
  'guide.why': 'Warum hat es das gesagt?',
  'guide.whyText':
    '„Warum?“ unter einer Antwort zeigt genau, was das Modell gesehen hat, was weggelassen wurde, und warum.',
  'guide.asks': 'Es fragt, bevor es handelt',
  'guide.asksText':
    'Lesen geht ohne Frage; Änderungen und Befehle fragen vorher, in Worten und mit dem Unterschied. Regeln sagen, was nicht fragen muss und was nie läuft.',
  'guide.undo': 'Rückgängig',
  'guide.undoText':
    'Unter jedem Zug stehen die Dateien, die er geändert hat, mit „Rückgängig“. Jeder Schritt der Arbeit bleibt als Aufgabe erhalten.',
  'guide.private': 'Was hier bleibt',
  'guide.privateText':
    'Alles liegt in einem Ordner auf diesem Rechner. Nur was ein Modell für seine Antwort braucht, geht an den Anbieter, den du gewählt hast; Schlüssel und Geheimnisse werden verdeckt.',
  'guide.keys': 'Alles mit der Tastatur',
  'guide.keysText': 'Alles beim Namen finden, und auch das Übrige ohne Maus.',

  'guide.report': 'Etwas stimmt nicht',
  'guide.reportText':
    'Ein Bericht mit Versionen, Zuständen und dem Ende des Protokolls hilft, einen Fehler zu finden. Du siehst ihn, kürzt ihn und speicherst ihn selbst.',

  'report.intro':
    'Was unten steht, ist der ganze Bericht. Geheimnisse, Ordner und Namen sind verdeckt; streiche, was du sonst nicht hergeben willst. Er wird als Datei gespeichert und nirgendwohin gesendet.',
  'report.what': 'Was ist geschehen, und was hast du erwartet?',
  'report.text': 'Der Bericht',
  'report.save': 'Als Datei speichern',
  'report.again': 'Neu erstellen',

  'keys.everywhere': 'Überall',
  'keys.message': 'Zum Nachrichtenfeld',
  'keys.next': 'Nächstes Gespräch',
  'keys.previous': 'Voriges Gespräch',
  'keys.lastConversation': 'Neuestes Gespräch',
  'keys.escape': 'Schließen, was zuletzt geöffnet wurde',
  'keys.line': 'Neue Zeile',
  'keys.stop': 'Den Zug anhalten, im Nachrichtenfeld',
  'keys.brain': 'Das Gehirn bei der Arbeit zeigen oder verbergen',
};
