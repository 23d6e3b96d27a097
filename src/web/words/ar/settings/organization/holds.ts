import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { holdsWords } from "../../../settings/organization/holds.ts";
import { isolated } from "../../grammar.ts";

export const holds: Translation<typeof holdsWords> = {
  rows: { add: "إنشاء حجز" },
  title: "الحجوزات القانونية",
  hint: "يحفظ الحجز القانوني الرسائل التي تُحذف أو تُعدَّل أو تُنقل من أجل القضايا القانونية. لا يراها أحد في Parley، ولا يُبلَّغ بها أحد.",
  none: "لا توجد حجوزات",
  name: "الاسم",
  matter: "رقم القضية",
  reason: "السبب",
  people: "الأشخاص",
  peopleHint: "يحفظ ما يكتبونه وما يتلقونه في محادثاتهم.",
  directOnly: "الرسائل المباشرة فقط",
  channels: "القنوات",
  channelsHint: "يحفظ كل ما يُكتب فيها.",
  from: "أُرسلت من",
  until: "أُرسلت حتى",
  timesHint: "اتركه فارغًا لعدم وضع حد.",
  keeps: (versions: number, files: number, size: string) =>
    `${plural(versions, { zero: "يحفظ # رسالة", one: "يحفظ رسالة واحدة", two: "يحفظ رسالتين", few: "يحفظ # رسائل", many: "يحفظ # رسالةً", other: "يحفظ # رسالة" })} · ${plural(files, { zero: "# ملف", one: "ملف واحد", two: "ملفان", few: "# ملفات", many: "# ملفًا", other: "# ملف" })} · ${size}`,
  created: "أُنشئ",
  released: "رُفع الحجز، ويجري حذف ما حفظه",
  edit: (name) => `تعديل ${isolated(name)}`,
  editTitle: "تعديل الحجز",
  save: "حفظ الحجز",
  release: (name) => `رفع ${isolated(name)}`,
  releaseAsk: (name) => `رفع ${isolated(name)}؟`,
  releaseText: "ما لا يحفظه حجز آخر يُحذف نهائيًا خلال يوم.",
  releaseDo: "رفع الحجز",
  releaseDone: "رُفع الحجز",
};
