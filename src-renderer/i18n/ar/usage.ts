import type { usage as en } from '../en/usage.ts';
import type { ArabicWords } from '../words.ts';

export const usage: ArabicWords<typeof en> = {
  'usage.detail': 'الرموز والكلفة في آخر ثلاثين يومًا',
  'usage.today': 'أُنفق اليوم',
  'usage.noLimit': 'لا حدّ لليوم.',
  'usage.ofLimit': '{percent} من حدّ {limit}.',
  'usage.allowed': 'سمحت بتجاوزه اليوم.',
  'usage.setLimit': 'وضع حدّ',
  'usage.changeLimit': 'تغيير الحدّ',
  'usage.none': 'لم يُستخدم شيء بعد',
  'usage.noneText':
    'يُحسب هنا كل نداء للنموذج: ما قرأه، وكم منه جاء من الذاكرة المؤقتة، وما كتبه، وما كلّفه.',
  'usage.model': 'النموذج',
  'usage.calls': 'النداءات',
  'usage.input': 'المقروء',
  'usage.cached': 'من المؤقتة',
  'usage.output': 'المكتوب',
  'usage.cost': 'الكلفة',
  'usage.unknown': 'غير معروفة',
  'usage.unknownCost': 'الكلفة غير معروفة',
  'usage.unknownCalls.one': 'كلفة نداء واحد غير معروفة',
  'usage.unknownCalls.two': 'كلفة نداءين غير معروفة',
  'usage.unknownCalls.few': 'كلفة {count} نداءات غير معروفة',
  'usage.unknownCalls.many': 'كلفة {count} نداءً غير معروفة',
  'usage.unknownCalls.other': 'كلفة {count} نداء غير معروفة',
  'usage.conversation': 'هذه المحادثة:',
};
