import type { Translation } from "../catalog.ts";
import type { feedWords, messageWords } from "../feed.ts";
import { listed, plural } from "../format.ts";
import { isolated, newMessages } from "./grammar.ts";

export const feed: Translation<typeof feedWords> = {
  name: "الرسائل",
  newMessages: "رسائل جديدة",
  loading: "جارٍ تحميل الرسائل…",
  failed: "تعذّر تحميل الرسائل.",
  fromDevice: "هذه الرسائل محفوظة على هذا الجهاز. قد توجد رسائل أخرى.",
  arrived: (count, names) => `${newMessages(count)}: ${listed(names.map(isolated))}`,
  beginning: {
    topic: "هذه بداية الموضوع.",
    channel: "هذه بداية القناة.",
    direct: "هذه بداية المحادثة.",
    other: "لا توجد رسائل أقدم.",
  },
  people: "في هذه المحادثة",
  jumpToDate: "الانتقال إلى تاريخ",
  typing: (names) => `جارٍ الكتابة: ${isolated(names)}…`,
  manyTyping: "عدة أشخاص يكتبون الآن…",
  follow: "متابعة",
  resolve: "تحديد كمحلول",
  unresolve: "تحديد كغير محلول",
};

export const message: Translation<typeof messageWords> = {
  name: (sender, time) => `${isolated(sender)}، ${time}`,
  actions: "إجراءات الرسالة",
  starred: "مميّزة بنجمة",
  editedMark: "معدّلة",
  assistant: (name) => `عبر ${name}`,
  edited: (time) => `التعديل: ${time}`,
  moved: (time) => `النقل: ${time}`,
  bot: "بوت",
  guest: "ضيف",
  you: "أنت",
  more: "عرض المزيد",
  less: "عرض أقل",
  muted: "رسالة من شخص مكتوم",
  show: "إظهار",
  status: {
    sending: "جارٍ الإرسال…",
    waiting: "في انتظار الاتصال",
    behind: "في انتظار رسالة سابقة",
    refused: "لم تُرسَل",
  },
  retry: "إعادة المحاولة",
  reactions: "التفاعلات",
  reaction: (emoji, people) => `${emoji}: ${listed(people.map(isolated))}`,
  others: (count) =>
    plural(count, {
      zero: "لا آخرون",
      one: "شخص آخر",
      two: "شخصان آخران",
      few: "# آخرون",
      many: "# شخصًا آخر",
      other: "# شخص آخر",
    }),
  copy: "نسخ",
  copied: "تم النسخ",
  copyCode: "نسخ الكود",
  code: "كود",
  openIn: (playground) => `فتح في ${isolated(playground)}`,
  table: "جدول",
  spoiler: "محتوى مخفي",
  spoilerOf: (says) => `محتوى مخفي: ${isolated(says)}`,
  picture: (name) => `صورة: ${isolated(name)}`,
  video: (name) => `فيديو: ${isolated(name)}`,
  unknownUser: "مستخدم غير معروف",
  react: "إضافة تفاعل",
};
