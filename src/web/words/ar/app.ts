import type { appWords, errorsWords, partsWords } from "../app.ts";
import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";

const unread = (count: number) =>
  plural(count, {
    zero: "لا شيء غير مقروء",
    one: "رسالة غير مقروءة",
    two: "رسالتان غير مقروءتين",
    few: "# رسائل غير مقروءة",
    many: "# رسالة غير مقروءة",
    other: "# رسالة غير مقروءة",
  });

export const app: Translation<typeof appWords> = {
  loading: "جارٍ التحميل…",
  retry: "إعادة المحاولة",
  back: "رجوع",
  close: "إغلاق",
  cancel: "إلغاء",
  save: "حفظ",
  done: "تم",
  undo: "تراجع",
  more: "المزيد",
  copy: "نسخ",
  copied: "تم النسخ",
  delete: "حذف",
  edit: "تعديل",
  skip: "الانتقال إلى المحتوى الرئيسي",
  details: "التفاصيل",
  partMissing: "تعذّر تحميل هذه الصفحة",
  partMissingReason: "ربما انقطع الاتصال، أو جرى تحديث الخادم.",
  reload: "إعادة تحميل الصفحة",
};

export const errors: Translation<typeof errorsWords> = {
  unreachable: "تعذّر الوصول إلى الخادم. لم يُفقَد شيء. يمكن إعادة المحاولة بعد قليل.",
  unknown: "حدث خطأ ما. لم يُفقَد شيء. يمكن إعادة المحاولة.",
};

export const parts: Translation<typeof partsWords> = {
  justNow: "الآن",
  dayAndTime: (day, time) => `${day}، ${time}`,
  unread,
  mentioned: (count) => `${unread(count)}، مع إشارة إليك`,
  presence: { active: "متاح", idle: "غير نشط", offline: "غير متصل", bot: "بوت" },
  overlays: "القوائم والبطاقات",
  keyCaps: {
    control: "Ctrl",
    alt: "Alt",
    shift: "Shift",
    Escape: "Esc",
    Enter: "Enter",
    Space: "المسافة",
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    PageUp: "Page Up",
    PageDown: "Page Down",
    Home: "Home",
    End: "End",
  },
};
