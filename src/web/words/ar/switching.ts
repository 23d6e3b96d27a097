import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";
import type { sharingWords, switchingWords } from "../switching.ts";
import { isolated } from "./grammar.ts";

export const switching: Translation<typeof switchingWords> = {
  title: "المؤسسات",
  add: "إضافة مؤسسة",
  address: "رابط URL للمؤسسة",
  addressHint: `مثل ${isolated("acme.example.org")}. إذا كانت تستخدم Parley، تُفتح على ذلك الرابط، ويكون الدخول بحسابك فيها.`,
  notAddress: "هذا ليس رابط URL لمؤسسة.",
  tooMany: (most) => `الحد الأقصى لعدد المؤسسات: ${most}.`,
  open: "فتح",
  manage: "مؤسساتي",
  manageHint: "يتذكرها هذا الجهاز. لكل مؤسسة تسجيل دخول خاص بها.",
  remove: (name) => `إزالة ${isolated(name)}`,
  here: "مفتوحة الآن",
  joinTitle: "التبديل بين هذه المؤسسات؟",
  joinText:
    "جاء الانتقال إلى هنا من إحداها. عند المتابعة تظهر جنبًا إلى جنب على هذا الجهاز، وترى كل منها أسماء الأخرى وروابطها. يجب الإلغاء إذا كانت إحداها غير معروفة.",
  join: "عرض معًا",
  goTo: (name) => `الانتقال إلى ${isolated(name)}`,
  asOf: (time) => `حتى ${time}`,
};

export const sharing: Translation<typeof sharingWords> = {
  outside: "مشاركة من الخارج",
  outsideText: "سلّم تطبيق آخر أو موقع ويب هذا المحتوى إلى Parley. لن يُرسل شيء قبل الضغط على «إرسال».",
  choose: "اختيار محادثة",
  title: "المشاركة مع",
  placeholder: "شخص أو موضوع أو قناة",
  files: (names) => `مع ${isolated(names)}`,
  left: (count) =>
    plural(count, {
      zero: "كل الملفات تمكن مشاركتها.",
      one: "ملف واحد يتجاوز ما تمكن مشاركته دفعة واحدة. يمكن إرفاقه في الرسالة.",
      two: "ملفان يتجاوزان ما تمكن مشاركته دفعة واحدة. يمكن إرفاقهما في الرسالة.",
      few: "# ملفات تتجاوز ما تمكن مشاركته دفعة واحدة. يمكن إرفاقها في الرسالة.",
      many: "# ملفًا تتجاوز ما تمكن مشاركته دفعة واحدة. يمكن إرفاقها في الرسالة.",
      other: "# ملف تتجاوز ما تمكن مشاركته دفعة واحدة. يمكن إرفاقها في الرسالة.",
    }),
};
