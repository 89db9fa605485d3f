import type { shell as en } from '../en/shell.ts';
import type { ArabicWords } from '../words.ts';

export const shell: ArabicWords<typeof en> = {
  'language.name': 'العربية',

  'common.cancel': 'إلغاء',
  'common.close': 'إغلاق',
  'common.quoted': '«{text}»',
  'common.save': 'حفظ',
  'common.remove': 'إزالة',
  'common.clearSearch': 'مسح البحث',
  'common.fault': 'حدث خلل في هذه الغرفة: {message}',

  'side.new': 'محادثة جديدة',
  'side.newPrivate': 'محادثة خاصة جديدة',
  'side.label': 'المحادثات والغرف',
  'side.open': 'إظهار المحادثات',
  'side.close': 'إغلاق اللوحة',
  'side.rooms': 'الغرف',
  'side.waiting.one': 'أمر واحد ينتظرك',
  'side.waiting.two': 'أمران ينتظرانك',
  'side.waiting.few': '{count} أمور تنتظرك',
  'side.waiting.many': '{count} أمرًا ينتظرك',
  'side.waiting.other': '{count} أمر ينتظرك',
  'side.skip': 'الانتقال إلى المحتوى',

  'room.conversations': 'المحادثات',
  'room.inspector': 'الفاحص',
  'room.mind': 'العقل',
  'room.memory': 'الذاكرة',
  'room.tasks': 'المهام',
  'room.usage': 'الاستهلاك',
  'room.settings': 'الإعدادات',
  'room.help': 'المساعدة',

  'connection.lost': 'لا اتصال بالدماغ. تُعاد المحاولة، ولم يضع شيء.',
  'connection.retry': 'المحاولة الآن',
  'connection.config': 'الإعدادات: {message}',
  'connection.show': 'عرض',

  'locked.title': 'هذا المتصفح بلا مفتاح',
  'locked.text': 'الدماغ يعمل، لكنه لا يعرف هذا المتصفح. نفّذ في الطرفية',
  'locked.note':
    'في نسخة من المستودع يكون الأمر «npm start -- open». يفتح هذه الصفحة بمفتاح يُستخدم مرة واحدة ويصلح عشر دقائق.',

  'lost.title': 'لا شيء في هذا العنوان',

  'providers.disconnected': 'غير متصل',
  'providers.reflexOnly': 'المنعكسات فقط، لا نموذج جاهز',
  'providers.reflexOnlyShort': 'ردود فورية فقط',
  'providers.instead': '{name} جاهز؛ {other}: {state}',
  'providers.insteadShort': '{name} بدل {other}',
  'providers.readyAlone': '{name} جاهز',
  'providers.ready.one': '{name} جاهز، وواحد في الاحتياط',
  'providers.ready.two': '{name} جاهز، واثنان في الاحتياط',
  'providers.ready.few': '{name} جاهز، و{count} في الاحتياط',
  'providers.ready.many': '{name} جاهز، و{count} في الاحتياط',
  'providers.ready.other': '{name} جاهز، و{count} في الاحتياط',

  'provider.state.ready': 'جاهز',
  'provider.state.cooling': 'في فترة تهدئة',
  'provider.state.misconfigured': 'يحتاج إلى عناية',
  'provider.state.no_key': 'بلا مفتاح',
  'provider.state.no_model': 'بلا نموذج',
  'provider.state.offline': 'لا يمكن الوصول إليه',
  'provider.state.unknown': 'لم يُجرَّب بعد',

  'notice.waiting': 'تنتظرك',
  'notice.done': 'انتهت',

  'announce.ask': 'ينتظر قرارك: {title}',
  'announce.answer': 'الجواب: {text}',
  'announce.error': 'أخفقت الجولة: {message}',

  'hint.empty': 'اكتب شيئًا أولًا.',
  'hint.noModel': 'اختر نموذجًا أولًا.',
  'hint.ruleThere': 'هذه القاعدة موجودة بالفعل.',
  'hint.first': 'هو الأول بالفعل.',
  'hint.last': 'هو الأخير بالفعل.',
  'hint.unchanged': 'لم يتغيّر شيء.',
  'hint.noKey': 'ألصق مفتاحًا أولًا.',
  'hint.noWords': 'اكتب الكلمات أولًا.',
  'hint.conflict': 'اختر أولًا بين النصّين.',
  'hint.noDiff': 'لا فرق يُعرض.',
};
