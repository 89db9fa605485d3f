import type { I18n } from '../i18n/index.ts';

/** What the editor itself says, by the words it would use. */
export function editorPhrases({ t }: I18n): Readonly<Record<string, string>> {
  return {
    Find: t('editor.find'),
    Replace: t('editor.replaceWith'),
    next: t('editor.next'),
    previous: t('editor.previous'),
    all: t('editor.all'),
    'match case': t('editor.case'),
    'by word': t('editor.word'),
    regexp: t('editor.regexp'),
    replace: t('editor.replace'),
    'replace all': t('editor.replaceAll'),
    close: t('editor.close'),
    'current match': t('editor.current'),
    'on line': t('editor.onLine'),
    'Go to line': t('editor.goToLine'),
    go: t('editor.go'),
    Diagnostics: t('editor.problems'),
    'No diagnostics': t('editor.noProblems'),
  };
}
