import type { Translation } from "../catalog.ts";
import type { emptyFeedWords, jumpsWords } from "../feed-parts.ts";
import { plural } from "../format.ts";
import { newMessages } from "./grammar.ts";

export const jumps: Translation<typeof jumpsWords> = {
  latest: "الانتقال إلى الأحدث",
  unreadAbove: (count) =>
    plural(count, {
      zero: "لا شيء غير مقروء في الأعلى",
      one: "رسالة غير مقروءة في الأعلى",
      two: "رسالتان غير مقروءتين في الأعلى",
      few: "# رسائل غير مقروءة في الأعلى",
      many: "# رسالة غير مقروءة في الأعلى",
      other: "# رسالة غير مقروءة في الأعلى",
    }),
  newBelow: newMessages,
  nothingLeft: {
    topic: "لم تبقَ مواضيع غير مقروءة.",
    followed: "لم تبقَ مواضيع متابَعة غير مقروءة.",
    direct: "لم تبقَ رسائل مباشرة غير مقروءة.",
    any: "لم تبقَ رسائل غير مقروءة.",
  },
};

export const emptyFeed: Translation<typeof emptyFeedWords> = {
  topic: { title: "لا شيء هنا بعد", hint: "يمكن إرسال أول رسالة في هذا الموضوع." },
  isNow: (topic) => `اسم هذا الموضوع الآن «${topic}»`,
  openTopic: "فتح الموضوع",
  channel: { title: "لا شيء هنا بعد", hint: "يمكن بدء أول موضوع في هذه القناة." },
  direct: { title: "لا شيء هنا بعد", hint: "تبدأ المحادثة بإرسال رسالة." },
  self: { title: "ملاحظات شخصية", hint: "مكان للملاحظات والروابط والمهام. لا يراها أحد غيرك." },
  directs: { title: "لا توجد رسائل مباشرة بعد", hint: "الضغط على X يبدأ رسالة إلى شخص ما." },
  combined: { title: "لا توجد رسائل بعد", hint: "تظهر هنا رسائل كل قنواتك والرسائل المباشرة." },
  mentions: { title: "لا توجد إشارات بعد", hint: "تظهر هنا الرسائل التي يُشار فيها إليك." },
  starred: { title: "لا توجد رسائل مميّزة بنجمة", hint: "تظهر هنا الرسائل المميّزة بنجمة للرجوع إليها لاحقًا." },
  reactions: { title: "لا توجد تفاعلات بعد", hint: "تظهر هنا رسائلك التي يتفاعل معها الآخرون." },
  search: { title: "لا توجد نتائج", hint: "يمكن تجربة كلمات أخرى أو عوامل تصفية أقل." },
};
