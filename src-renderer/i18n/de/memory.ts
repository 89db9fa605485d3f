import type { memory as en } from '../en/memory.ts';
import type { Words } from '../words.ts';

export const memory: Words<typeof en> = {
  'memory.detail': 'Alles durchsuchen, was aufgeschrieben wurde',
  'memory.placeholder': 'Gedächtnis durchsuchen',
  'memory.sources': 'Wo gesucht wird',
  'memory.none': 'Nichts passt.',
  'memory.hits.one': '{count} Treffer',
  'memory.hits.other': '{count} Treffer',
  'memory.score': 'Wertung',
  'memory.views': 'Was gezeigt wird',
  'memory.view.facts': 'Wissen',
  'memory.view.days': 'Tag für Tag',
  'days.title': 'Tag für Tag',
  'days.none': 'Noch ist kein Tag festgehalten',
  'days.noneText':
    'Nach jedem Zug steht hier, was gefragt und geantwortet und was daraus gelernt wurde.',
  'days.learned.one': '{count} Tatsache gelernt',
  'days.learned.other': '{count} Tatsachen gelernt',
  'days.from': 'aus',
  'days.tools': 'Werkzeuge: {tools}',
  'days.more': 'Frühere Tage',
  'days.notRepeated': 'Hier nicht wiederholt: Es war Text von anderswo dabei.',
  'days.ended.max_iterations': 'Grenze der Schritte erreicht',
  'days.ended.stopped': 'angehalten',
  'days.ended.length': 'zu lang für das Modell',
  'days.ended.refusal': 'vom Modell abgelehnt',
  'days.ended.spend_limit': 'Ausgabengrenze erreicht',
  'days.ended.circles': 'drehte sich im Kreis',

  'facts.title': 'Was es für immer weiß',
  'facts.count.one': '{count} Tatsache',
  'facts.count.other': '{count} Tatsachen',
  'facts.none':
    'Noch nichts. Sag „Merk dir, dass …“, oder schreib in eine Datei von hippocampus/knowledge.',
  'facts.learned': 'Gelernt am {day}',
  'facts.learnedIn': 'Gelernt am {day} in',
  'facts.byHand': 'Von Hand geschrieben',
  'facts.before': 'Bis {day}:',
  'facts.correct': 'Berichtigen',
  'facts.forget': 'Vergessen',
  'facts.forgetTitle': 'Das vergessen?',
  'facts.everywhere': 'Überall',
  'facts.everywhereText':
    'Auch aus Tagebuch, Aufgaben, Schnappschüssen und Gesprächen. Das lässt sich nicht rückgängig machen.',
  'facts.copyText':
    'Nur aus den Wissensdateien; die Datei, wie sie war, ist in ihrem Verlauf und im Papierkorb-Ordner.',
  'facts.forgotten': 'Vergessen. Die Datei, wie sie war, liegt im Papierkorb-Ordner.',
  'facts.forgottenEverywhere': 'Vergessen, überall.',

  'source.identity': 'Identität',
  'source.prefrontal': 'Anweisungen',
  'source.knowledge': 'Wissen',
  'source.episodes': 'Episoden',
  'source.skills': 'Fähigkeiten',
  'source.outcomes': 'Ergebnisse',
  'source.sessions': 'Gespräche',
  'source.other': 'Anderes',

  'proposals.title': 'Wartet auf dein Ja',
  'proposals.text':
    'Gespräche, die fremden Text gelesen haben, wollen das behalten. Nichts davon wird gemerkt, bevor du zustimmst.',
  'proposals.accept': 'Merken',
  'proposals.takeSkill': 'Annehmen',
  'proposals.reject': 'Verwerfen',
  'proposals.waiting.one': '{count} Vorschlag zum Merken wartet auf dein Ja',
  'proposals.waiting.other': '{count} Vorschläge zum Merken warten auf dein Ja',
};
