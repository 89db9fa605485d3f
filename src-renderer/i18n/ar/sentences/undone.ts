import type { undoneSentences as en } from '../../../../protocol/sentences/undone.ts';
import type { ArabicWords } from '../../words.ts';

export const undone: ArabicWords<typeof en> = {
  'undone.byCommand': 'غيّره أمر.',
  'undone.notOurs': 'غُيّر في مكان آخر أو منذ زمن طويل: لا يُحفظ هنا ما يبيّن كيف كان من قبل.',
  'undone.notKept': 'لم يعد محتواه السابق محفوظًا.',
  'undone.changedSince': 'تغيّر منذ ذلك؛ ويُترك كما هو.',
  'undone.changed': 'تغيّر منذ ذلك.',
  'undone.gone': 'لم يعد موجودًا.',
  'undone.taken': 'هناك ملف آخر في {path}.',
};
