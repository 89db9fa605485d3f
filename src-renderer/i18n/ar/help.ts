import type { help as en } from '../en/help.ts';
import type { ArabicWords } from '../words.ts';

export const help: ArabicWords<typeof en> = {
  'palette.label': 'البحث عن أي شيء',
  'palette.placeholder': 'محادثات وغرف وأفعال وملفات',
  'palette.recent': 'آخر ما استُخدم',
  'palette.conversations': 'المحادثات',
  'palette.rooms': 'الغرف',
  'palette.actions': 'الأفعال',
  'palette.models': 'النماذج',
  'palette.files': 'ملفات العقل',
  'palette.none': 'لا شيء فيه هذه الكلمات.',
  'palette.found.one': 'نتيجة واحدة',
  'palette.found.two': 'نتيجتان',
  'palette.found.few': '{count} نتائج',
  'palette.found.many': '{count} نتيجة',
  'palette.found.other': '{count} نتيجة',
  'palette.current': 'الآن',
  'palette.move': 'اختيار',
  'palette.run': 'تنفيذ',
  'palette.close': 'إغلاق',

  'help.guide': 'كيف يعمل',
  'help.keys': 'لوحة المفاتيح',
  'help.intro':
    'Connectome وكيل يعيش على هذا الجهاز. له عقل في ملفات عادية، وذاكرة يراجعها قبل كل جواب، وأدوات يستخدمها أمام عينيك.',

  'guide.talk': 'تكلّم',
  'guide.talkText':
    'اكتب ما تريد فعله أو معرفته. يجيب، ويستخدم الأدوات عند الحاجة، ويخبرك بما فعل. مفتاح Escape يوقفه؛ والرسالة التي تُكتب في أثناء ذلك تنتظر دورها.',
  'guide.reflexes': 'المنعكسات والنماذج',
  'guide.reflexesText':
    'من دون نموذج لغة تجيب منعكساته المدمجة: تحفظ وتتذكر وتبحث وتقرأ الملفات وتشغّل الأدوات، لكنها لا تفكّر. أضف مفتاحًا أو نموذجًا محليًا فيفكّر به العقل نفسه. والنماذج المتعددة يحلّ بعضها محلّ بعض.',
  'guide.mind': 'عقل يمكنك قراءته',
  'guide.mindText':
    'من هو وكيف يعمل وما يعرفه وما يستطيعه ملفات Markdown. غيّر واحدًا وتعرفه الجولة التالية.',
  'guide.memory': 'الذاكرة',
  'guide.memoryText':
    'يحفظ ما تطلب منه حفظه، ويوميات لكل محادثة. تصفّحها، وصحّح حقيقة أو اجعله ينساها.',
  'guide.why': 'لماذا قال ذلك؟',
  'guide.whyText': '«لماذا؟» تحت الجواب تعرض السياق الذي رآه النموذج بحرفه، وما تُرك، ولماذا.',
  'guide.asks': 'يستأذن قبل أن يفعل',
  'guide.asksText':
    'القراءة تمضي؛ أما التغييرات والأوامر فتستأذن أولًا، بكلام واضح ومع عرض الفرق. والقواعد تقول ما لا يلزم السؤال عنه وما لا يعمل أبدًا.',
  'guide.undo': 'التراجع',
  'guide.undoText':
    'تحت كل جولة الملفات التي غيّرتها، ومعها التراجع. وكل خطوة من عملها محفوظة في مهمة.',
  'guide.private': 'ما يبقى هنا',
  'guide.privateText':
    'كل شيء محفوظ في مجلد واحد على هذا الجهاز. ولا يذهب إلى المزوّد الذي اخترته إلا ما يحتاجه النموذج ليجيب؛ والمفاتيح والأسرار تُحجب.',
  'guide.keys': 'كل شيء بلوحة المفاتيح',
  'guide.keysText': 'اعثر على أي شيء باسمه، وافعل ما سواه بلا فأرة.',

  'keys.everywhere': 'في كل مكان',
  'keys.message': 'إلى حقل الرسالة',
  'keys.next': 'المحادثة التالية',
  'keys.previous': 'المحادثة السابقة',
  'keys.lastConversation': 'أحدث محادثة',
  'keys.escape': 'إغلاق آخر ما فُتح',
  'keys.line': 'سطر جديد',
  'keys.stop': 'إيقاف الجولة، في حقل الرسالة',
  'keys.brain': 'إظهار الدماغ أثناء العمل أو إخفاؤه',
};
