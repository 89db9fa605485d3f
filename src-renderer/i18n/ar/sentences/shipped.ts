import type { shippedSentences as en } from '../../../../protocol/sentences/shipped.ts';
import type { ArabicWords } from '../../words.ts';

export const shipped: ArabicWords<typeof en> = {
  'skill.days': 'تقويم لما حدث ومتى، من يوميات كل المحادثات: أي الأيام موجودة، وما جرى في أحدها.',
  'skill.dialogue':
    'سؤالك بالأداة AskUserQuestion حين يكون القرار لك، وإظهار خطوات العمل الطويل بالأداة TodoWrite.',
  'skill.files':
    'قراءة الملفات وإيجادها والبحث فيها وتغييرها بالأدوات Read وWrite وEdit وGlob وGrep وSearch.',
  'skill.git': 'العمل في مستودعات Git: النظر في التاريخ والإيداع والفروع والتراجع، دون ضياع عمل.',
  'skill.machine':
    'حقائق عن الجهاز الذي يعمل عليه بالأداة machine_facts: النظام والمعالج والذاكرة والقرص والحمل ومدة التشغيل.',
  'skill.memory':
    'ما يحفظه طويلًا بالأداة remember، وكيف يصوغه ويصححه وينساه، وكيف يبحث في الملاحظات والمحادثات السابقة.',
  'skill.notes': 'حفظ ملاحظاتك ملفات Markdown في مجلد لك: كتابة وبحث وترتيب، دون ضياع سطر.',
  'skill.reckon':
    'حساب التواريخ والوحدات بدقة بدل التخمين: الأيام بين تاريخين، وتاريخ زائد أيام، وأيام الأسبوع، والأطوال والأوزان ودرجات الحرارة.',
  'skill.shell': 'تنفيذ أوامر في الصدفة بالأداة Bash، واختيار الآمن منها، وقراءة ما تطبعه.',
  'skill.web': 'قراءة صفحات الويب العامة بالأداة WebFetch، وكيف يُؤخذ ما كتبه الغرباء.',
  'pattern.deletesGit': 'حذف ‎.git يحذف تاريخ المشروع كله.',
  'pattern.changesGitEverywhere': 'يغيّر Git لكل مشاريع هذا المستخدم.',
  'pattern.deletesBranch': 'يحذف فرعًا.',
  'pattern.deletesJobs': 'يحذف كل المهام المجدولة للمستخدم دفعة واحدة.',
  'pattern.deletesUnknownFiles': 'يحذف ملفات لا يعرفها Git ولا يستطيع استرجاعها.',
  'pattern.endsEverything': 'ينهي كل ما يعمل على هذا الجهاز.',
  'pattern.overwritesUncommitted': 'يكتب فوق تغييرات لم تُودَع.',
  'pattern.publishesPackage': 'ينشر حزمة للجميع.',
  'pattern.replacesCommit': 'يستبدل آخر إيداع.',
  'pattern.rewritesCommits': 'يعيد كتابة إيداعات.',
  'pattern.takesFromStash': 'يُخرج تغييرات من المخبأ.',
  'pattern.throwsAwayUncommitted': 'يرمي تغييرات لم تُودَع.',
  'pattern.pushesMirror': 'دفع المرآة يحذف من الخادم كل فرع ليس هنا.',
  'pattern.publishesToServer': 'الدفع ينشر إيداعات على خادم.',
  'pattern.losesReflog': 'سجل المراجع آخر سبيل إلى إيداعات ضائعة.',
};
