import type { Translation } from "../catalog.ts";
import type { recentWords } from "../recent.ts";
import { isolated } from "./grammar.ts";

export const recent: Translation<typeof recentWords> = {
  title: "المحادثات الأخيرة",
  find: "البحث عن محادثة",
  filters: "عوامل التصفية",
  unread: "غير المقروءة",
  participated: "شاركت فيها",
  muted: "تضمين المكتومة",
  kind: "النوع",
  all: "الكل",
  topics: "المواضيع",
  directs: "المباشرة",
  latestOf: (names) => `الأحدث من ${isolated(names)}`,
  more: "تحميل محادثات أقدم",
  loading: "جارٍ تحميل المحادثات…",
  failed: "تعذّر تحميل المحادثات.",
  none: { title: "لا توجد نتائج مطابقة", text: "لا توجد محادثات أخيرة تطابق عوامل التصفية هذه." },
  empty: { title: "لا توجد محادثات بعد", text: "ستظهر هنا أحدث المحادثات." },
  clear: "مسح عوامل التصفية",
  followed: "متابَع",
};
