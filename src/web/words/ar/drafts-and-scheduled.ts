import type { Translation } from "../catalog.ts";
import type { draftsWords, remindersWords, scheduledWords } from "../drafts-and-scheduled.ts";
import { listed, plural } from "../format.ts";

export const drafts: Translation<typeof draftsWords> = {
  none: "لا توجد مسودات",
  noneText: "تُحفظ هنا الرسائل التي لم تُرسَل.",
  nobody: "دون مستلم",
  nowhere: "دون قناة",
  resume: "متابعة الكتابة",
  deleted: "تم حذف المسودة",
  deleteAll: "حذف كل المسودات",
  deleteAllText: "لا يمكن التراجع عن ذلك.",
  logOutTitle: "تسجيل الخروج وحذف ما لم يُرسَل؟",
  logOutText: (messages, drafts) => {
    const unsent = listed([
      ...(messages > 0
        ? [
            plural(messages, {
              zero: "لا رسائل غير مرسلة",
              one: "رسالة واحدة غير مرسلة",
              two: "رسالتان غير مرسلتين",
              few: "# رسائل غير مرسلة",
              many: "# رسالة غير مرسلة",
              other: "# رسالة غير مرسلة",
            }),
          ]
        : []),
      ...(drafts > 0
        ? [
            plural(drafts, {
              zero: "لا مسودات",
              one: "مسودة واحدة",
              two: "مسودتان",
              few: "# مسودات",
              many: "# مسودة",
              other: "# مسودة",
            }),
          ]
        : []),
    ]);
    return `محفوظ على هذا الجهاز فقط: ${unsent}. يؤدي تسجيل الخروج إلى حذف ذلك نهائيًا.`;
  },
  logOutAnyway: "حذف وتسجيل الخروج",
};

export const scheduled: Translation<typeof scheduledWords> = {
  none: "لا توجد رسائل مجدولة",
  noneText: "يمكن كتابة رسالة، ثم اختيار وقت من القائمة المجاورة لزر الإرسال.",
  change: "تغيير الموعد",
  sendNow: "إرسال الآن",
  deleted: "تم حذف الرسالة المجدولة",
  failed: "تعذّر الإرسال في الموعد. يمكن تغيير الموعد أو الإرسال الآن.",
};

export const reminders: Translation<typeof remindersWords> = {
  none: "لا توجد تذكيرات",
  noneText: "يمكن اختيار «تذكير» من قائمة أي رسالة.",
  goTo: "الانتقال إلى الرسالة",
  deleteTitle: "حذف هذا التذكير؟",
  failed: "تعذّر الإرسال في الموعد.",
};
