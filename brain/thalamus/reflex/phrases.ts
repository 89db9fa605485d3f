/** Every sentence that the reflexes say, in each of their languages. */
import type { Language } from './intent.ts';

/** Why the reflexes answer: the owner asked for them, or there is no model. */
export type Reason = 'chosen' | 'no_model';

export interface Phrases {
  readonly who: (reason: Reason) => string;
  readonly greeting: string;
  readonly help: string;
  readonly thanks: string;
  readonly empty: string;
  readonly remembered: (fact: string) => string;
  readonly found: (query: string) => string;
  readonly nothingFound: (query: string) => string;
  readonly day: (day: string) => string;
  readonly emptyDay: (day: string) => string;
  readonly files: (pattern: string) => string;
  readonly noFiles: (pattern: string) => string;
  readonly emptyFolder: string;
  readonly failed: (tool: string) => string;
  readonly noTool: (tool: string, known: string) => string;
  readonly badJson: (reason: string) => string;
  readonly noMoreTools: string;
  readonly noOutput: string;
}

const english: Phrases = {
  who: (reason) =>
    reason === 'chosen'
      ? 'These are my built-in reflexes; pick a model for a real conversation.'
      : 'No language model can answer now, so these are only my built-in reflexes: put an API key into Settings > Models, or start Ollama, and I can really talk.',
  greeting: 'Hello! Say `help` to see what I can do.',
  help: [
    'This is what my reflexes understand:',
    '',
    '- `remember that <fact>`: I keep it in my knowledge files',
    '- `forget <fact>` (`... everywhere`: also from diary and conversations), `correct <old> -> <new>`: I mend them',
    '- `recall <words>` or `what do you know about <words>`: I search my memory',
    '- `what happened yesterday` (today, on Monday, on 2026-11-20): I look into my journal',
    '- `list files [in <folder>]`, `list **/*.md`: files of the working folder',
    '- `read <file>`: shows a file',
    '- `search <words> [in <folder>]`: searches the files',
    '- `run <tool> {json}`: runs any of my tools, for example `run Glob {"pattern": "*.md"}`',
    '',
    'Anything else I look up in my memory.',
  ].join('\n'),
  thanks: "You're welcome.",
  empty: 'Say `help` to see what I can do.',
  remembered: (fact) => `I will remember: **${fact}**`,
  found: (query) => `This is what I found about “${query}”:`,
  nothingFound: (query) => `I found nothing in my memory about “${query}”.`,
  day: (day) => `What my journal says about ${day}:`,
  emptyDay: (day) => `My journal has nothing about ${day}.`,
  files: (pattern) => `Files that match \`${pattern}\`:`,
  noFiles: (pattern) => `No file matches \`${pattern}\`.`,
  emptyFolder: 'There are no files in this folder yet.',
  failed: (tool) => `\`${tool}\` did not work:`,
  noTool: (tool, known) => `There is no tool \`${tool}\` now. There are: ${known}.`,
  badJson: (reason) =>
    `The arguments are not a JSON object (${reason}). Write it like this: \`run Read {"file_path": "notes.md"}\``,
  noMoreTools: 'I may not use any more tools in this turn.',
  noOutput: 'Done; there was no output.',
};

const german: Phrases = {
  who: (reason) =>
    reason === 'chosen'
      ? 'Das sind meine eingebauten Reflexe; für ein richtiges Gespräch wähle ein Modell.'
      : 'Gerade kann kein Sprachmodell antworten, das sind nur meine eingebauten Reflexe: Trage unter Einstellungen > Modelle einen API-Schlüssel ein oder starte Ollama, dann kann ich richtig antworten.',
  greeting: 'Hallo! Mit `Hilfe` zeige ich, was ich kann.',
  help: [
    'Das verstehen meine Reflexe:',
    '',
    '- `merke dir, dass <Tatsache>`: kommt in meine Wissensdateien',
    '- `vergiss <Tatsache>` (`... überall`: auch aus Tagebuch und Gesprächen), `korrigiere <alt> -> <neu>`: ich bringe sie in Ordnung',
    '- `was weißt du über <Wörter>`: ich durchsuche mein Gedächtnis',
    '- `was war gestern` (heute, am Montag, am 20.11.2026): ich sehe in mein Tagebuch',
    '- `liste Dateien [in <Ordner>]`, `liste **/*.md`: Dateien des Arbeitsordners',
    '- `lies <Datei>`: zeigt eine Datei',
    '- `suche <Wörter> [in <Ordner>]`: durchsucht die Dateien',
    '- `run <Werkzeug> {json}`: führt ein Werkzeug aus, etwa `run Glob {"pattern": "*.md"}`',
    '',
    'Alles andere schlage ich in meinem Gedächtnis nach.',
  ].join('\n'),
  thanks: 'Gern.',
  empty: 'Mit `Hilfe` zeige ich, was ich kann.',
  remembered: (fact) => `Das merke ich mir: **${fact}**`,
  found: (query) => `Das habe ich zu „${query}“ gefunden:`,
  nothingFound: (query) => `Zu „${query}“ habe ich nichts im Gedächtnis.`,
  day: (day) => `Das steht in meinem Tagebuch zum ${day}:`,
  emptyDay: (day) => `In meinem Tagebuch steht nichts zum ${day}.`,
  files: (pattern) => `Dateien zu \`${pattern}\`:`,
  noFiles: (pattern) => `Keine Datei passt zu \`${pattern}\`.`,
  emptyFolder: 'In diesem Ordner sind noch keine Dateien.',
  failed: (tool) => `\`${tool}\` hat nicht funktioniert:`,
  noTool: (tool, known) => `Ein Werkzeug \`${tool}\` gibt es jetzt nicht. Es gibt: ${known}.`,
  badJson: (reason) =>
    `Die Argumente sind kein JSON-Objekt (${reason}). So geht es: \`run Read {"file_path": "notes.md"}\``,
  noMoreTools: 'In dieser Runde darf ich keine Werkzeuge mehr benutzen.',
  noOutput: 'Fertig; es gab keine Ausgabe.',
};

const arabic: Phrases = {
  who: (reason) =>
    reason === 'chosen'
      ? 'هذه منعكساتي المدمجة؛ اختر نموذجًا لمحادثة حقيقية.'
      : 'لا نموذج لغة يستطيع الجواب الآن، فهذه منعكساتي المدمجة فقط: ضع مفتاحًا في الإعدادات > النماذج، أو شغّل Ollama، فأتكلم حقًا.',
  greeting: 'مرحبًا! قل `مساعدة` لأريك ما أستطيعه.',
  help: [
    'هذا ما تفهمه منعكساتي:',
    '',
    '- `تذكّر أن <حقيقة>`: أحفظها في ملفات معرفتي',
    '- `ماذا تعرف عن <كلمات>`: أبحث في ذاكرتي',
    '- `forget <حقيقة>`، `correct <قديم> -> <جديد>`: أصلحها',
    '- `list files [in <مجلد>]`، `list **/*.md`: ملفات مجلد العمل',
    '- `read <ملف>`: يعرض ملفًا',
    '- `search <كلمات>`: يبحث في الملفات',
    '- `run <أداة> {json}`: يشغّل أي أداة، مثل `run Glob {"pattern": "*.md"}`',
    '',
    'وما سوى ذلك أبحث عنه في ذاكرتي.',
  ].join('\n'),
  thanks: 'عفوًا.',
  empty: 'قل `مساعدة` لأريك ما أستطيعه.',
  remembered: (fact) => `سأتذكر: **${fact}**`,
  found: (query) => `هذا ما وجدته عن «${query}»:`,
  nothingFound: (query) => `لم أجد في ذاكرتي شيئًا عن «${query}».`,
  day: (day) => `ما تقوله يومياتي عن ${day}:`,
  emptyDay: (day) => `ليس في يومياتي شيء عن ${day}.`,
  files: (pattern) => `الملفات التي تطابق \`${pattern}\`:`,
  noFiles: (pattern) => `لا ملف يطابق \`${pattern}\`.`,
  emptyFolder: 'لا ملفات في هذا المجلد بعد.',
  failed: (tool) => `لم تعمل \`${tool}\`:`,
  noTool: (tool, known) => `لا توجد الآن أداة \`${tool}\`. يوجد: ${known}.`,
  badJson: (reason) =>
    `المُدخلات ليست كائن JSON ‏(${reason}). اكتبها هكذا: \`run Read {"file_path": "notes.md"}\``,
  noMoreTools: 'لا يجوز لي استخدام أدوات أخرى في هذه الجولة.',
  noOutput: 'تم؛ ولا مُخرجات.',
};

const byLanguage: Readonly<Record<Language, Phrases>> = { en: english, de: german, ar: arabic };

export function phrasesIn(language: Language): Phrases {
  return byLanguage[language];
}
