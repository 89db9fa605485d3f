/** What the owner wants of the reflexes, by fixed patterns; English, and the basics in German and Arabic. */
import { localDate } from '../../shared/time.ts';
import { saidDay } from './day.ts';

export type Language = 'en' | 'de' | 'ar';

export type Intent =
  | { readonly kind: 'help' | 'greet' | 'thanks' | 'empty' }
  | { readonly kind: 'remember'; readonly fact: string }
  | { readonly kind: 'forget'; readonly fact: string; readonly everywhere: boolean }
  | { readonly kind: 'correct'; readonly old: string; readonly replacement: string }
  | { readonly kind: 'recall'; readonly query: string }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'list'; readonly pattern: string; readonly path?: string }
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'search'; readonly query: string; readonly path?: string }
  | { readonly kind: 'run'; readonly tool: string; readonly json: string }
  | { readonly kind: 'other'; readonly text: string };

const politeness =
  /^(?:(?:hey|ok|okay|connectome|please|bitte|can you|could you|would you|kannst du|könntest du)[,:]?\s+)+/i;

export function languageOf(text: string): Language {
  if (/\p{Script=Arabic}/u.test(text)) return 'ar';
  const german =
    /[äöüß]|\b(?:ich|ist|mein\w*|der|die|das|und|bitte|was|wer|wie|hallo|hilfe|merk\w*|heute|gestern|lies|zeig\w*|suche?|danke|guten|servus|moin|liste)\b/gi;
  const english =
    /\b(?:the|is|my|what|who|how|and|please|hello|help|remember|today|yesterday|read|show|search|find|list|you|thanks|do|did)\b/gi;
  return (text.match(german)?.length ?? 0) > (text.match(english)?.length ?? 0) ? 'de' : 'en';
}

export function intentOf(said: string, now: Date): Intent {
  const whole = said.trim().replace(/^\/reflex(?:\s+|$)/, '');
  const text = whole.replace(politeness, '');
  if (text === '') return whole === '' ? { kind: 'empty' } : { kind: 'greet' };
  return (
    runIntent(text) ??
    smallTalk(text) ??
    rememberIntent(text) ??
    mendIntent(text) ??
    dayIntent(text, now) ??
    fileIntent(text) ??
    recallIntent(text) ?? { kind: 'other', text }
  );
}

function runIntent(text: string): Intent | undefined {
  const found = /^\/?run\s+([\w.-]+)\s*(\{[\s\S]*\})?\s*$/i.exec(text);
  const tool = found?.[1];
  return tool === undefined ? undefined : { kind: 'run', tool, json: found?.[2] ?? '' };
}

function smallTalk(text: string): Intent | undefined {
  const bare = text.toLowerCase().replace(/[\s!.?,؟]+$/g, '');
  if (
    /^(?:\/?help(?: me)?|\?|hilfe|hilf mir|what can you do|was kannst du(?: alles)?|commands|befehle|مساعدة|ساعدني|ماذا تستطيع(?: أن تفعل)?)$/.test(
      bare,
    ) ||
    text === '?'
  ) {
    return { kind: 'help' };
  }
  if (
    /^(?:hi|hello|hey|yo|good (?:morning|afternoon|evening)|hallo|moin|servus|grüß gott|guten (?:morgen|tag|abend)|who are you|wer bist du|مرحب[اً]+|أهل[اً]+|السلام عليكم|صباح الخير|مساء الخير|من أنت)(?: (?:there|connectome|zusammen))?$/.test(
      bare,
    )
  ) {
    return { kind: 'greet' };
  }
  return /^(?:thanks|thank you|thx|danke|vielen dank|danke schön)\b|^شكر/.test(bare) &&
    bare.length < 40
    ? { kind: 'thanks' }
    : undefined;
}

function rememberIntent(text: string): Intent | undefined {
  const found =
    /^(?:remember|note|memori[sz]e|don'?t forget)(?:\s+that)?\s*[:,]?\s+([\s\S]+)$/i.exec(text) ??
    /^(?:merke?|notiere?)(?:\s+(?:dir|mir))?(?:\s+bitte)?\s*[:,]?\s+(?:dass\s+)?([\s\S]+)$/i.exec(
      text,
    ) ??
    /^(?:تذكّ?ر|احفظ|سجّ?ل)\s+(?:أنّ?\s+|ان\s+|[:،]\s*)?([\s\S]+)$/.exec(text);
  const fact = found?.[1]?.trim();
  // "remember my birthday?" is a question.
  if (fact === undefined || /[?؟]\s*$/.test(fact)) return undefined;
  return { kind: 'remember', fact };
}

function mendIntent(text: string): Intent | undefined {
  const corrected = /^(?:correct|korrigiere?)\s*:?\s+([\s\S]+?)\s*(?:->|→|=>)\s*([\s\S]+)$/i.exec(
    text,
  );
  const [, old, replacement] = corrected ?? [];
  if (old !== undefined && replacement !== undefined) {
    return { kind: 'correct', old: unquote(old), replacement: unquote(replacement) };
  }
  const found = /^(?:forget|vergiss)(?:\s+(?:that|dass))?\s*[:,]?\s+(?:dass\s+)?([\s\S]+)$/i.exec(
    text,
  );
  const said = found?.[1]?.trim();
  if (said === undefined || /\?\s*$/.test(said)) return undefined;
  const fact = said.replace(/[\s,]+(?:everywhere|überall)[.!]*$/i, '');
  return { kind: 'forget', fact: unquote(fact), everywhere: fact !== said };
}

function dayIntent(text: string, now: Date): Intent | undefined {
  const asks =
    /^(?:what\s+(?:happened|did\s+(?:we|i|you)|was\s+(?:going|done|up)|have\s+(?:we|you|i)\s+done)|was\s+(?:war|ist|passierte|geschah|haben\s+wir|habe\s+ich|hast\s+du)|show\s+(?:me\s+)?(?:the\s+)?journal|journal|episode)\b/i;
  if (!asks.test(text)) return undefined;
  const day = saidDay(text, now);
  return day === undefined ? undefined : { kind: 'day', day: localDate(day) };
}

function fileIntent(text: string): Intent | undefined {
  const listed =
    /^(?:list|ls|show|zeige?|liste)(?:\s+(?:me|mir))?(?:\s+(?:all|alle))?(?:\s+(?:the|die))?(?:\s+(?:files|folder|directory|dateien|ordner))?(?:\s+(?:auf))?(?:\s+(?:in|of|under|im|aus|von)\s+(.+?))?[.?!]?$/i.exec(
      text,
    );
  if (listed !== null) {
    const path = unquote(listed[1] ?? '');
    return path === '' ||
      /^(?:here|hier|(?:the )?(?:current|working) (?:folder|directory))$/i.test(path)
      ? { kind: 'list', pattern: '*' }
      : { kind: 'list', pattern: '*', path };
  }
  const globbed = /^(?:list|ls|glob|show|zeige?|liste)\s+(\S*[*?]\S*)$/i.exec(text)?.[1];
  if (globbed !== undefined) return { kind: 'list', pattern: unquote(globbed) };

  const read =
    /^(?:read|open|cat|show|print|lies|lese|öffne|zeige?)(?:\s+(?:me|mir))?(?:\s+(?:the|die|den|das))?(?:\s+(?:file|datei))?\s+(\S.*)$/i.exec(
      text,
    )?.[1];
  if (read !== undefined) {
    const path = unquote(read.replace(/\s+vor$/i, ''));
    if (/[./\\~]/.test(path) || !/\s/.test(path)) return { kind: 'read', path };
  }
  const named =
    /^(?:find|finde)\s+(?:the\s+|all\s+|alle\s+)?(?:files?|dateien?)\s+(?:named|called|like|namens|wie)?\s*(\S+)$/i.exec(
      text,
    )?.[1];
  if (named !== undefined) {
    const name = unquote(named);
    return { kind: 'list', pattern: /[*?]/.test(name) ? name : `**/*${name}*` };
  }
  const searched =
    /^(?:search|grep|find|suche?|durchsuche)\s+(?:(?:the\s+|in\s+|my\s+|die\s+|den\s+)*(?:files?|folder|dateien|ordner)\s+)?(?:for\s+|nach\s+)?([\s\S]+?)(?:\s+in\s+([\w./~\\-]+))?[.?!]?$/i.exec(
      text,
    );
  const query = unquote(searched?.[1] ?? '');
  if (query === '') return undefined;
  const inMemory =
    /^(?:(?:your|my|the|dein\w*|mein\w*|im|in)\s+)*(?:memory|memories|notes|gedächtnis|erinnerungen|notizen)\s+(?:for|nach)\s+([\s\S]+)$/i.exec(
      query,
    )?.[1] ?? /^(?:memory|gedächtnis)\s+([\s\S]+)$/i.exec(query)?.[1];
  if (inMemory !== undefined) return { kind: 'recall', query: unquote(inMemory) };
  const path = searched?.[2];
  if (path !== undefined && /^(?:memory|notes|gedächtnis)$/i.test(path)) {
    return { kind: 'recall', query };
  }
  return path === undefined || /^(?:files|dateien|here)$/i.test(path)
    ? { kind: 'search', query }
    : { kind: 'search', query, path };
}

function recallIntent(text: string): Intent | undefined {
  const patterns: readonly RegExp[] = [
    /^recall\s+([\s\S]+)$/i,
    /^what\s+do\s+(?:you|we)\s+(?:know|remember|have)\s+(?:about|of|on)\s+([\s\S]+)$/i,
    /^(?:do\s+you\s+)?remember\s+([\s\S]+\?)$/i,
    /^(?:tell\s+me|anything)\s+about\s+([\s\S]+)$/i,
    /^was\s+wei(?:ß|ss)t\s+du\s+(?:über|von|zu)\s+([\s\S]+)$/i,
    /^(?:erinnerst\s+du\s+dich\s+an|erinnere?\s+dich\s+an)\s+([\s\S]+)$/i,
    /^(?:ماذا|ما الذي)\s+تعرف\s+(?:عن\s+)?([\s\S]+)$/,
    /^هل\s+تذكر\s+([\s\S]+)$/,
    /^(?:ما|من|أين|متى)\s+(?:هو|هي|كان|كانت)?\s*([\s\S]+)$/,
    /^(?:what|who|when|where|which)(?:'s|\s+(?:is|are|was|were|does|do|did))\s+([\s\S]+)$/i,
    /^(?:was|wer|wann|wo|wie|welche[rs]?)\s+(?:ist|sind|war|heißt|heissen|heißen|hat)\s+([\s\S]+)$/i,
  ];
  for (const pattern of patterns) {
    const query = pattern.exec(text)?.[1]?.replace(/[\s?!.؟]+$/, '');
    if (query) return { kind: 'recall', query };
  }
  return undefined;
}

function unquote(text: string): string {
  return text
    .trim()
    .replace(/[?!؟]+$/, '')
    .replace(/^[`"'«„“]+|[`"'»“”]+$/g, '')
    .trim();
}
