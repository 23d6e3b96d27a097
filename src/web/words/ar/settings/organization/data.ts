import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { dataExportsWords, messageRetentionWords } from "../../../settings/organization/data.ts";
import { channel, days, ofPeople } from "../../grammar.ts";

export const dataExports: Translation<typeof dataExportsWords> = {
  rows: { begin: "تصدير جديد" },
  lead: "ملف فيه بيانات مؤسستك وملفاتها المرفوعة، يمكن لأي إصدار لاحق من Parley استيراده. لا يحتوي على كلمات مرور أو مفاتيح.",
  what: "المحتويات",
  kinds: { public: "البيانات العامة", standard: "البيانات العامة، والبيانات الخاصة لمن يسمحون بذلك" },
  publicHint: "القنوات العامة ورسائلها.",
  standardHint: (agreed, all) =>
    `وكذلك القنوات الخاصة والرسائل المباشرة لمن يسمحون بذلك في إعداداتهم: ${number(agreed)} من ${ofPeople(all)}.`,
  start: "بدء التصدير",
  started: "بدأ التصدير. يمكن متابعة العمل.",
  list: "عمليات التصدير",
  none: "لا توجد عمليات تصدير بعد. الحد الأقصى خمس عمليات في الأسبوع.",
  pending: "قيد التنفيذ…",
  failed: "فشل",
  deleted: "محذوف",
  download: "تنزيل",
  remove: "حذف التصدير",
  whole: "التصدير الكامل",
  wholeText:
    "لا يمكن تصدير كل شيء، بما في ذلك القنوات الخاصة والرسائل المباشرة كلها، إلا لمدير الخادم، بتشغيل هذا الأمر على الخادم. يمكن للجميع متابعة العمل:",
  command: "الأمر",
  wholeHint:
    "مع --secrets يشمل التصدير تجزئات كلمات المرور والمفاتيح، فيمكن الدخول في المكان الآخر كما هو هنا. إذا كانت على الخادم عدة مؤسسات، تُختار إحداها بـ --organization.",
  removeAsk: "حذف هذا التصدير؟",
  removeText: "سيتوقف رابط التنزيل عن العمل. لن تتأثر بيانات مؤسستك.",
  compliance: {
    title: "تصدير الامتثال",
    hint: "رسائل كتبها أشخاص أو تلقوها، أو رسائل قنوات، لمحكمة أو تحقيق. يستطيع الجميع معرفة أن هذا التصدير ممكن.",
    hold: "الحجز القانوني",
    noHold: "بلا حجز",
    holdHint: "كل ما يشمله الحجز، ومنه ما يحفظه من الرسائل المعدلة والمحذوفة. يضيّقه اختيار الأشخاص والقنوات والأيام.",
    people: "الأشخاص",
    channels: "القنوات",
    from: "من",
    until: "حتى",
    reason: "السبب",
    begin: "بدء التصدير",
    waiting: "بانتظار مالك آخر",
    confirm: "تأكيد التصدير",
    list: "تصديرات الامتثال",
  },
};

export const messageRetention: Translation<typeof messageRetentionWords> = {
  rows: {
    message_retention_days: "الاحتفاظ بالرسائل",
    channels: "القنوات ذات المدة المخصصة",
  },
  organization: "المدة الافتراضية",
  organizationHint:
    "تسري على الرسائل المباشرة وعلى القنوات التي ليست لها مدة مخصصة. تُحذف الرسائل الأقدم نهائيًا مع ملفاتها.",
  forEver: "إلى الأبد",
  forDays: days,
  otherwise: "مدة مخصصة…",
  inherit: (count) => (count === undefined ? "الافتراضي (إلى الأبد)" : `الافتراضي (${days(count)})`),
  days: "الأيام",
  daysWrong: "يجب إدخال عدد صحيح لا يقل عن 1.",
  set: "تعيين",
  shorterTitle: (count) => `حذف الرسائل الأقدم من المدة: ${days(count)}؟`,
  deletes: (count, isComplete) =>
    isComplete
      ? plural(count, {
          zero: "لا توجد رسائل أقدم.",
          one: "توجد رسالة واحدة أقدم، وستُحذف نهائيًا.",
          two: "توجد رسالتان أقدم، وستُحذفان نهائيًا.",
          few: "توجد # رسائل أقدم، وستُحذف نهائيًا.",
          many: "توجد # رسالة أقدم، وستُحذف نهائيًا.",
          other: "توجد # رسالة أقدم، وستُحذف نهائيًا.",
        })
      : `عدد الرسائل الأقدم يزيد على ${number(count)}، وستُحذف نهائيًا.`,
  deletesNothing: "لا توجد رسائل بهذا القدم بعد.",
  held: (count: number) =>
    plural(count, {
      zero: "تحفظ الحجوزات # منها دون أن تظهر.",
      one: "يحفظ حجز واحدةً منها دون أن تظهر.",
      two: "تحفظ الحجوزات اثنتين منها دون أن تظهرا.",
      few: "تحفظ الحجوزات # منها دون أن تظهر.",
      many: "تحفظ الحجوزات # منها دون أن تظهر.",
      other: "تحفظ الحجوزات # منها دون أن تظهر.",
    }),
  laterOn: "بعد ذلك تُحذف كل رسالة عند بلوغها هذه المدة.",
  whenDeleted: "يبدأ الحذف بعد يوم. يمكن التراجع حتى ذلك الحين.",
  shorten: "حذف الرسائل الأقدم",
  channelsHint: "يمكن لكل قناة الاحتفاظ برسائلها مدة أقصر أو أطول.",
  allSame: "كل القنوات تستخدم إعداد المؤسسة.",
  add: "إضافة قناة…",
  change: (name) => `الاحتفاظ برسائل ${channel(name)}`,
};
