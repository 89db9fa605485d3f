import type { tasks as en } from '../en/tasks.ts';
import type { ArabicWords } from '../words.ts';

export const tasks: ArabicWords<typeof en> = {
  'tasks.detail': 'عمل الأدوات في كل جولة',
  'tasks.list': 'المهام',
  'tasks.none': 'عندما تستخدم جولة أدوات تظهر خطواتها هنا.',
  'tasks.stepsDone': 'أُنجز {done} من {all} خطوات',
  'tasks.attempts': '{count} محاولات',
  'tasks.noStep': 'لم تُتخذ أي خطوة بعد.',
  'tasks.whole': 'المخرجات كاملة في {file}',
  'tasks.only.all': 'الكل',
  'tasks.only.open': 'مفتوحة',
  'tasks.only.well': 'نجحت',
  'tasks.only.badly': 'انتهت بسوء',
  'tasks.noneOfKind': 'لا شيء من هذا النوع.',
  'tasks.choose': 'اختر مهمة',
  'tasks.chooseText': 'تعرض كل مهمة خطواتها بمُدخلاتها ومحاولاتها ووقتها ومُخرجاتها.',
  'tasks.missing': 'لا توجد مهمة كهذه',
  'tasks.missingText': 'ربما حُذفت مع محادثتها.',
  'tasks.all': 'كل المهام',

  'task.RUNNING': 'تعمل',
  'task.WAITING': 'تنتظر',
  'task.SUCCEEDED': 'نجحت',
  'task.FAILED': 'أخفقت',
  'task.STOPPED': 'أُوقفت',
  'task.INTERRUPTED': 'انقطعت',
};
