import type { memorySentences as en } from '../../../../protocol/sentences/memory.ts';
import type { ArabicWords } from '../../words.ts';

export const memory: ArabicWords<typeof en> = {
  'fact.empty': 'لا شيء ليُحفظ.',
  'fact.tooLong': 'لا تزيد المعلومة على {limit} حرفًا؛ وفي هذه {length}.',
  'fact.newerFile': '{path} من الإصدار {version}، وهذا البرنامج لا يعرفه.',
  'fact.which': 'لم يُذكر أي معلومة هي المقصودة.',
  'fact.none': 'لا معلومة في ملفات المعرفة تقول «{words}».',
  'fact.several': 'تناسب أكثر من معلومة؛ لا بد من ذكر إحداها حرفيًا:\n{facts}',
  'fact.more': '- و{count} أخرى',
  'fact.gone': 'لم تعد هذه المعلومة موجودة.',
  'fact.same': 'هذا ما تقوله أصلًا.',
  'fact.known': 'الصياغة الجديدة محفوظة أصلًا في {path}. يمكن نسيان القديمة.',
  'fact.changed': 'تغيّر الملف في هذه الأثناء؛ انظر مرة أخرى.',
  'forget.tooLittle': 'هذا أقل من أن يُبحث عنه في كل مكان؛ اذكر المعلومة كاملة.',
  'forget.notYet.one':
    'لم تُمكن إزالتها من ملف واحد بعد؛ يُعاد ذلك بعد الدور التالي وعند التشغيل التالي.',
  'forget.notYet.two':
    'لم تُمكن إزالتها من ملفين بعد؛ يُعاد ذلك بعد الدور التالي وعند التشغيل التالي.',
  'forget.notYet.few':
    'لم تُمكن إزالتها من {count} ملفات بعد؛ يُعاد ذلك بعد الدور التالي وعند التشغيل التالي.',
  'forget.notYet.many':
    'لم تُمكن إزالتها من {count} ملفًا بعد؛ يُعاد ذلك بعد الدور التالي وعند التشغيل التالي.',
  'forget.notYet.other':
    'لم تُمكن إزالتها من {count} ملف بعد؛ يُعاد ذلك بعد الدور التالي وعند التشغيل التالي.',
  'forget.removes': 'يزيل: {fact}\n({path})',
  'forget.masks': 'يحجبها إلى الأبد في {files} وفي {conversations}:\n{list}',
  'forget.masksNothing': 'يحجبها إلى الأبد في {files} وفي {conversations}.',
  'count.files.one': 'ملف واحد',
  'count.files.two': 'ملفين',
  'count.files.few': '{count} ملفات',
  'count.files.many': '{count} ملفًا',
  'count.files.other': '{count} ملف',
  'count.conversations.one': 'محادثة واحدة',
  'count.conversations.two': 'محادثتين',
  'count.conversations.few': '{count} محادثات',
  'count.conversations.many': '{count} محادثة',
  'count.conversations.other': '{count} محادثة',
  'note.none': '«{path}» ليس ملاحظة من العقل. الملاحظات هي المسارات التي تعطيها memory_search.',
  'note.noHeadings': 'ليس في {path} عناوين.',
  'note.noHeading': 'ليس في {path} عنوان «{heading}». فيه:\n{headings}',
  'note.noSession': 'لا توجد محادثة «{id}».',
  'proposals.unreadable': 'تعذّرت قراءة قائمة الاقتراحات.',
  'proposals.tooMany': 'تنتظرك {limit} اقتراحًا أصلًا؛ لم يُحفظ هذا.',
};
