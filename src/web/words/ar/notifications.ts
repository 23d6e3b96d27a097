import type { Translation } from "../catalog.ts";
import type { noticeWords } from "../notifications.ts";

export const notifications: Translation<typeof noticeWords> = {
  newDirect: "رسالة مباشرة جديدة",
  offer: "تلقّي إشعارات بالرسائل المباشرة والإشارات؟",
  turnOn: "تفعيل",
  notNow: "ليس الآن",
  newVersion: "يتوفر إصدار جديد من Parley.",
  offlineSince: "لا يوجد اتصال. تُرسَل الرسائل عند عودة الاتصال. آخر اتصال:",
  noAnswerSince: "الخادم لا يستجيب. تُرسَل الرسائل عندما يستجيب. آخر اتصال:",
  barred: "لا تسمح مؤسستك بهذه الشبكة. يلزم الاتصال بشبكة مسموح بها، مثل شبكة المكتب أو VPN.",
  barredKept: "يُحفظ ما تكتبه ويُرسل عندها.",
};
