import type { welcome as en } from '../en/welcome.ts';
import type { ArabicWords } from '../words.ts';

export const welcome: ArabicWords<typeof en> = {
  'welcome.first': 'مرحبًا. هذا هو Connectome الخاص بك.',
  'welcome.private': 'بيني وبينك.',
  'welcome.again': 'ماذا نفعل؟',
  'welcome.lead': '{model} جاهز.',
  'welcome.leadFirst': 'وكيل يعيش على جهازك، وعقله ملفات تقرؤها وتعدّلها. {model} جاهز.',
  'welcome.leadReflex':
    'لا نموذج لغة متصل بعد. حتى ذلك الحين تجيب منعكسات مدمجة: تحفظ وتتذكر وتبحث وتقرأ الملفات وتشغّل الأدوات، بالعقل نفسه الذي سيستخدمه النموذج.',
  'welcome.remember': 'ليحفظ شيئًا',
  'welcome.rememberText': 'تذكّر أن اسمي ',
  'welcome.know': 'اسأله عمّا يعرف',
  'welcome.knowText': 'ماذا تعرف عني؟',
  'welcome.help': 'ما الذي يستطيعه',
  'welcome.helpText': 'مساعدة',
  'welcome.models': 'النماذج الموجودة على هذا الجهاز',
  'welcome.noModels': 'وصل نموذج لغة',
  'welcome.add': 'أضف مفتاحًا أو اختر نموذجًا',

  'welcome.look': 'جولة تعريفية في دقيقة',
  'tour.place': 'البطاقة {at} من {all}',
  'tour.skip': 'تخطٍّ',
  'tour.back': 'رجوع',
  'tour.next': 'التالي',
  'tour.begin': 'ابدأ',
};
