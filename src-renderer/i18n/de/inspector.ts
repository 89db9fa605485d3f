import type { inspector as en } from '../en/inspector.ts';
import type { Words } from '../words.ts';

export const inspector: Words<typeof en> = {
  'inspector.detail': 'Was das Modell sah, Aufruf für Aufruf',
  'inspector.list': 'Momentaufnahmen',
  'inspector.otherSession': 'Ein älteres oder gelöschtes Gespräch',
  'inspector.none': 'Jeder Modellaufruf hinterlässt hier eine Momentaufnahme.',
  'inspector.choose': 'Wähle eine Momentaufnahme',
  'inspector.chooseText':
    'Oder frag unter einer Antwort „Warum?“: Du siehst den genauen Kontext, was wegblieb, und warum.',
  'inspector.missing': 'Diesen Schnappschuss gibt es nicht',
  'inspector.missingText': 'Alte machen neuen Platz, und die gelöschter Gespräche gehen mit ihnen.',
  'inspector.all': 'Alle Schnappschüsse',
  'inspector.calls.one': '{count} Aufruf',
  'inspector.calls.other': '{count} Aufrufe',
  'inspector.ofTurn': 'Aufrufe dieses Zugs',
  'inspector.call': 'Aufruf {call}',
  'inspector.attempt': 'Versuch {attempt}',
  'inspector.tokens': '{tokens} Token',
  'inspector.conversation': 'Gespräch',
  'inspector.view': 'Ansicht',
  'inspector.read': 'Lesbar',
  'inspector.raw': 'Roh',
  'inspector.budget': 'Budget',
  'inspector.included': 'Enthalten',
  'inspector.dropped': 'Weggelassen',
  'inspector.nothingIncluded': 'Außer dem Gespräch kam nichts hinein.',
  'inspector.nothingDropped': 'Nichts musste wegbleiben.',
  'inspector.noCall': 'Diesen Aufruf gibt es in dieser Runde nicht.',
  'inspector.recordTitle': 'Die Momentaufnahme ist nicht da',
  'inspector.recordText':
    'Alte Momentaufnahmen machen neuen Platz, und private Gespräche haben keine. Was gewählt wurde und warum, bleibt beim Gespräch.',
  'inspector.characters': '{count} Zeichen',

  'compare.title': 'Mit einem anderen Aufruf vergleichen',
  'compare.choose': 'Wähle einen Aufruf',
  'compare.none': 'Dies ist der einzige Aufruf des Gesprächs mit einer Momentaufnahme.',
  'compare.same': 'Es gibt keinen Unterschied.',
  'compare.came': 'Nur hier',
  'compare.went': 'Nur dort',

  'whyNot.title': 'Warum nicht …?',
  'whyNot.placeholder': 'Wörter aus einer Notiz oder ihr Pfad',
  'whyNot.ask': 'Fragen',
  'whyNot.none': 'Keine Notiz enthält diese Wörter.',
  'whyNot.figures': 'Wertung {score}, {tokens} Token',
  'whyNot.included': 'War in diesem Aufruf.',
  'whyNot.visible': 'Stand schon im Gespräch und wurde deshalb nicht noch einmal gesendet.',
  'whyNot.dropped': 'Wurde erwogen und weggelassen.',
  'whyNot.no_file': 'Diese Datei gibt es nicht.',
  'whyNot.empty': 'Darin steht nichts außer Kopfdaten und Kommentaren.',
  'whyNot.not_there_then':
    'Käme jetzt in Betracht: Sie wurde nach diesem Aufruf geschrieben, geändert oder erfasst.',
  'whyNot.not_called':
    'Die Nachricht enthält keinen Auslöser dieser Fähigkeit und spricht von nichts, wofür sie da ist.',
  'whyNot.own_conversation': 'Handelt von diesem Gespräch selbst, das das Modell ohnehin sieht.',
  'whyNot.no_common_words': 'Hat kein Wort mit der Nachricht gemeinsam.',
  'whyNot.outranked':
    'Hat Wörter der Nachricht ({words}), aber viele andere Notizen passen besser.',

  'reason.overBudget': 'über dem Budget',
  'reason.notRelevant': 'nicht von Belang',
  'reason.visible': 'schon im Gespräch',
  'reason.trimmed': 'gekürzt',
  'reason.changed': 'geändert, seit es zuletzt gezeigt wurde',
  'reason.duplicate': 'fast dasselbe wie {path}',
};
