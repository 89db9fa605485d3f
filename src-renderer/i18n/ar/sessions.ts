import type { sessions as en } from '../en/sessions.ts';
import type { ArabicWords } from '../words.ts';

export const sessions: ArabicWords<typeof en> = {
  'sessions.label': 'المحادثات',
  'sessions.search': 'البحث في المحادثات',
  'sessions.none': 'ستظهر محادثاتك هنا.',
  'sessions.notFound': 'لم يُعثر على شيء.',
  'sessions.more': 'إظهار الأقدم',
  'sessions.today': 'اليوم',
  'sessions.yesterday': 'أمس',
  'sessions.week': 'آخر سبعة أيام',

  'session.untitled': 'محادثة جديدة',
  'session.running': 'تعمل',
  'session.waiting': 'تنتظرك',
  'session.more': 'المزيد لـ«{title}»',
  'session.rename': 'إعادة التسمية',
  'session.fork': 'نسخ',
  'session.isFork': 'نسخة',
  'session.forkOf': 'نسخة من «{title}»، أُنشئت {at}',
  'session.compact': 'طيّ الرسائل القديمة',
  'session.exportMarkdown': 'تصدير بصيغة Markdown',
  'session.exportJson': 'تصدير بصيغة JSON',
  'session.delete': 'حذف',
  'session.deleteTitle': 'أتُحذف هذه المحادثة؟',
  'session.deleteText':
    'تنتقل «{title}» إلى مجلد المهملات في مجلد Connectome. وما حُفظ في الذاكرة يبقى.',
  'session.private': 'خاصة',
  'session.privateText':
    'لا تترك ذكرى: لا يُحفظ منها شيء ولا يُعثر عليه ولا يظهر في محادثات أخرى. تبقى حتى تحذفها، ثم تزول. أما مزوّد النموذج فيراها كغيرها.',
  'session.deletePrivate': '«{title}» محادثة خاصة: تُحذف نهائيًا ولا تنتقل إلى المهملات.',
  'session.skillText': 'المهارة «{name}» نشطة حتى تُنهيها؛ وتعليماتها في كل رسالة',
  'session.endSkill': 'إنهاء المهارة {name}',
  'session.taint': 'نص خارجي: {place}',
  'session.taintText':
    'قد يحاول النص الخارجي أن يأمر. لذلك تسأل هذه المحادثة من الآن قبل أن ترسل شيئًا إلى الخارج، وما تريد تذكّره ينتظرك.',
  'session.taintTitle': 'قرأت نصًا ليس منك',
  'origin.web': 'صفحة ويب',
  'origin.mcp': 'خادم',
  'origin.file': 'ملف',
  'origin.command': 'أمر',
  'origin.own': 'أداة',
};
