import type { pastedSentences as en } from '../../../../protocol/sentences/pasted.ts';
import type { ArabicWords } from '../../words.ts';

export const pasted: ArabicWords<typeof en> = {
  'pasted.nothing': 'لا يوجد ما يُقرأ.',
  'pasted.tooLong': 'النص أطول من اللازم.',
  'pasted.noServer': 'لا يوجد فيه أي خادم.',
  'pasted.noEntry': 'لا يوجد فيه أي خادم: المتوقع مدخل فيه «command» أو «url».',
  'pasted.inServer': '{name}: {why}',
  'pasted.notJson': 'هذا ليس JSON (السطر {line}).',
  'pasted.noBrackets': 'يُتوقَّع أن تكون الخوادم بين قوسين معقوفين.',
  'pasted.neither': 'هذا ليس JSON ولا عنوان URL ولا سطر أوامر واحدًا.',
  'pasted.onePlainCommand': 'لا يمكن بهذه الطريقة إضافة إلا أمر واحد بسيط.',
  'pasted.mustBeText': 'يجب أن يكون «{name}» نصًا.',
  'server.entryChanged': 'تغيّر مدخل الخادم منذ عُرض. انظر إليه مرة أخرى.',
  'server.toolsChanged': 'تغيّرت أدوات الخادم منذ عُرضت. انظر إليها مرة أخرى.',
  'signIn.startFirst': 'اسمح ببدء تشغيله أولًا.',
  'signIn.onlyWeb': 'لا يكون تسجيل الدخول إلا إلى خدمات الويب.',
  'signIn.byItself': 'يسجّل دخوله بنفسه؛ لا حاجة إلى أحد.',
  'signIn.notNeeded': 'لا يحتاج إلى تسجيل دخول.',
  'signIn.noPage': 'لا يذكر صفحة لتسجيل الدخول.',
  'signIn.withPassword': 'ذُكر {host} مع كلمة مرور.',
  'signIn.notHttps': 'ترسلك الخدمة إلى {address}، وهذا ليس https.',
  'signIn.notAskedFor': 'جاء جواب لم يسأل عنه أحد.',
  'signIn.refused': 'رُفض ذلك: {why}.',
  'signIn.notAccepted': 'لم يُقبل ذلك.',
};
