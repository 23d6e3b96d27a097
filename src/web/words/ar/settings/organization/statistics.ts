import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { statisticsWords } from "../../../settings/organization/statistics.ts";
import { utcDay, utcDays } from "../../../time.ts";
import { messages, people } from "../../grammar.ts";

export const statistics: Translation<typeof statisticsWords> = {
  rows: { period: "الفترة" },
  periods: { 30: "30 يومًا", 90: "90 يومًا", 365: "سنة واحدة", 731: "سنتان" },
  counting: "ما زال عدّ الرسائل السابقة جاريًا. يمكن الرجوع لاحقًا.",
  people: "الأشخاص",
  peopleDetail: (guests, bots) =>
    `منهم ${plural(guests, {
      zero: "لا ضيوف",
      one: "ضيف واحد",
      two: "ضيفان",
      few: "# ضيوف",
      many: "# ضيفًا",
      other: "# ضيف",
    })}؛ إضافةً إلى ${plural(bots, {
      zero: "لا بوتات",
      one: "بوت واحد",
      two: "بوتين",
      few: "# بوتات",
      many: "# بوتًا",
      other: "# بوت",
    })}`,
  activeToday: "النشطون اليوم",
  activeDetail: (week, month) => `${number(week)} في 7 أيام، ${number(month)} في 30 يومًا`,
  channels: "القنوات",
  channelsDetail: (closed, archived) => `الخاصة منها: ${number(closed)}؛ والمؤرشفة إضافةً إليها: ${number(archived)}`,
  sent: "الرسائل المرسلة (منذ البداية)",
  files: "الملفات المرفوعة",
  database: "قاعدة البيانات",
  active: "الأشخاص النشطون",
  activeHint: "من استخدموا التطبيق أو أرسلوا رسالة. الأيام بتوقيت UTC.",
  highest: "الأعمدة التي تمثل عدة أيام تعرض اليوم الأعلى.",
  within: "خلال",
  withins: { day: "يوم واحد", week: "7 أيام", month: "30 يومًا" },
  activeChart: (within, most) => `الأشخاص النشطون خلال: ${within}. الحد الأقصى: ${people(most)}.`,
  messages: "الرسائل",
  messagesHint: (all, byBots) => `${messages(all)} في هذه الفترة، منها من البوتات: ${number(byBots)}.`,
  messagesChart: (all) => `الرسائل حسب اليوم والنوع: المجموع ${number(all)}.`,
  kinds: {
    public_channels: "القنوات العامة",
    private_channels: "القنوات الخاصة",
    direct: "الرسائل المباشرة",
    group_direct: "الرسائل المباشرة الجماعية",
  },
  byBots: "من البوتات",
  table: "عرض كجدول",
  date: "اليوم",
  day: utcDay,
  days: utcDays,
};
