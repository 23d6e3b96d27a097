import type { Translation } from "../catalog.ts";
import { number, plural } from "../format.ts";
import type { inboxWords } from "../inbox.ts";
import { isolated } from "./grammar.ts";

export const inbox: Translation<typeof inboxWords> = {
  title: "الوارد",
  summary: (unread, mine) =>
    mine === 0 ? `غير المقروء: ${number(unread)}` : `غير المقروء: ${number(unread)}، والموجّه إليك: ${number(mine)}`,
  conversations: (count) =>
    plural(count, {
      zero: "لا محادثات",
      one: "في محادثة واحدة",
      two: "في محادثتين",
      few: "في # محادثات",
      many: "في # محادثة",
      other: "في # محادثة",
    }),
  forYou: "موجّه إليك",
  markAll: "تحديد الكل كمقروء",
  markRead: "تحديد كمقروء",
  allRead: "لا جديد لقراءته",
  allReadText: "ستظهر الرسائل الجديدة هنا.",
  browse: "تصفّح القنوات",
  recent: "المحادثات الأخيرة",
  older: "توجد أيضًا رسائل أقدم غير مقروءة.",
  undo: (count) =>
    plural(count, {
      zero: "لم تُحدَّد أي رسالة كمقروءة",
      one: "تم تحديد رسالة واحدة كمقروءة",
      two: "تم تحديد رسالتين كمقروءتين",
      few: "تم تحديد # رسائل كمقروءة",
      many: "تم تحديد # رسالة كمقروءة",
      other: "تم تحديد # رسالة كمقروءة",
    }),
  open: "فتح",
  nextUnread: "غير المقروء التالي",
  unreadIn: (name, count, isMentioned) =>
    plural(count, {
      zero: `${isolated(name)}، لا رسائل غير مقروءة`,
      one: `${isolated(name)}، رسالة غير مقروءة`,
      two: `${isolated(name)}، رسالتان غير مقروءتين`,
      few: `${isolated(name)}، # رسائل غير مقروءة`,
      many: `${isolated(name)}، # رسالة غير مقروءة`,
      other: `${isolated(name)}، # رسالة غير مقروءة`,
    }) + (isMentioned === true ? "، مع إشارة إليك" : ""),
};
