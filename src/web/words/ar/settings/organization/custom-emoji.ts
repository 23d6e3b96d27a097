import type { Translation } from "../../../catalog.ts";
import type { customEmojiWords } from "../../../settings/organization/custom-emoji.ts";
import { isolated } from "../../grammar.ts";

export const customEmoji: Translation<typeof customEmojiWords> = {
  rows: { emoji: "الرموز التعبيرية المخصصة", upload: "إضافة رمز تعبيري" },
  title: "الرموز التعبيرية المخصصة",
  hint: "يمكن للجميع استخدامها في الرسائل والتفاعلات.",
  add: "إضافة رمز تعبيري",
  mayNot: "ليست لديك صلاحية إضافة رموز تعبيرية.",
  picture: "اختيار صورة…",
  another: "اختيار صورة أخرى…",
  pictureHint: (mib) =>
    `PNG أو GIF أو JPEG أو WebP، متحركة أو ثابتة، حتى ${isolated(`${mib} MB`)}. يُغيَّر حجمها إلى مربع صغير.`,
  tooLarge: (mib) => `هذا الملف أكبر من ${isolated(`${mib} MB`)}.`,
  name: "الاسم",
  preview: "معاينة",
  previewText: (name) => `هكذا يظهر ${isolated(`:${name}:`)} في الرسائل`,
  problems: {
    letters: "يُسمح فقط بالحروف الصغيرة من a إلى z والأرقام والشرطات والشرطات السفلية.",
    end: "يجب أن ينتهي الاسم بحرف أو رقم.",
    taken: "يوجد رمز تعبيري بهذا الاسم بالفعل.",
    builtIn: "هذا اسم رمز تعبيري مدمج. لا يمكن استبداله إلا للمديرين.",
    long: "الحد الأقصى للاسم 100 حرف.",
  },
  replaces: "هذا اسم رمز تعبيري مدمج. سيحل رمزك محله.",
  added: (name) => `تمت إضافة ${isolated(`:${name}:`)}`,
  filter: "البحث عن رمز تعبيري",
  none: "لا توجد رموز تعبيرية مخصصة بعد",
  noneFound: "لا توجد رموز تعبيرية مطابقة",
  by: (name) => `بواسطة ${isolated(name)}`,
  animated: "متحرك",
  remove: (name) => `تعطيل ${isolated(name)}`,
  removeTitle: (name) => `تعطيل ${isolated(`:${name}:`)}؟`,
  removeText: "لن يتمكن أحد من استخدامه. يبقى في الرسائل والتفاعلات الموجودة. لا يمكن التراجع عن ذلك.",
  removeAction: "تعطيل الرمز التعبيري",
  removed: (name) => `تم تعطيل ${isolated(`:${name}:`)}`,
};
