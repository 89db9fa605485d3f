import type { editsSentences as en } from '../../../../protocol/sentences/edits.ts';
import type { ArabicWords } from '../../words.ts';

export const edits: ArabicWords<typeof en> = {
  'edit.notBoth': 'إما old_string وnew_string وإما edits، لا كلاهما.',
  'edit.none': 'edits فارغة.',
  'edit.at': '{place}: {why}',
  'edit.notObject': 'يجب أن يكون كائنًا.',
  'edit.required': 'لا بد من old_string وnew_string.',
  'edit.emptyOld': 'old_string فارغة. استخدم Write لإنشاء ملف أو لاستبداله كله.',
  'edit.same': 'old_string وnew_string متطابقتان.',
  'edit.noneApplied': '{why} لم يُطبَّق أي تعديل.',
  'edit.notFound': 'لم يُعثر على old_string. {hint}',
  'edit.readAgain': 'اقرأ الملف مرة أخرى وانسخ النص بدقة.',
  'edit.similarLine':
    'السطر {line} مشابه لكنه مختلف، ربما في المسافات فقط. اقرأه مرة أخرى وانسخ النص بدقة، دون أرقام الأسطر.',
  'edit.thereAlready': 'هذا هو الموجود هناك أصلًا.',
  'edit.severalTimes':
    'ترد old_string ‏{times} مرات (الأسطر {lines}). أضف أسطرًا مجاورة لتصبح فريدة، أو اضبط replace_all.',
  'edit.noFile': '{path} غير موجود. استخدم Write لإنشائه.',
  'edit.changedSince': 'تغيّر {path} منذ قرأتَه. اقرأه مرة أخرى ثم أجرِ تعديلك.',
  'edit.tooLarge': '{path} أكبر من أن يُعدَّل كاملًا.',
  'text.binary': 'الملف ثنائي وليس نصًا.',
  'text.damaged': 'يبدو الملف نص UTF-16 لكنه تالف.',
  'text.halfCharacter': 'يحوي النص نصف محرف (بديلًا منفردًا).',
  'text.eightBit': 'ترميز الملف قديم بثماني بتات ولا يتسع لبعض هذه المحارف. حوّله إلى UTF-8 أولًا.',
};
