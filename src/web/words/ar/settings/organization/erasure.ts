import type { Translation } from "../../../catalog.ts";
import type { erasureWords } from "../../../settings/organization/erasure.ts";
import { isolated } from "../../grammar.ts";

export const erasure: Translation<typeof erasureWords> = {
  rows: {
    erase: "محو الحساب",
  },
  menu: "محو…",
  title: (name) => `محو ${isolated(name)}؟`,
  messages: "الرسائل",
  keep: "إبقاء",
  keepHint: "تظهر كأن كاتبها ⁨Deleted user⁩ مع رقم.",
  remove: "حذف",
  removeHint: "للجميع، مع الملفات والتفاعلات والأصوات.",
  consequences: [
    "يُمحى الاسم والبريد الإلكتروني والصورة والملف الشخصي والإعدادات وطرق الدخول، وكذلك ما يخص البوتات.",
    "لا تعود الإشارات في رسائل الآخرين تعرض الاسم.",
  ],
  deactivatesNow: "يُعطَّل الحساب فورًا.",
  begins: (when) => `يُمحى نهائيًا في ${when}. حتى ذلك الحين يمكنك التراجع هنا.`,
  action: "محو الحساب",
  ordered: (name, when) => `سيُمحى ${isolated(name)} في ${when}`,
  waiting: "حسابات ستُمحى",
  requested: (when) => `طُلب في ${when}`,
  due: (when) => `سيُمحى في ${when}`,
  withMessages: "مع الرسائل",
  accept: "قبول…",
  refuse: "رفض",
  undo: "تراجع",
  refused: (name) => `رُفض محو ${isolated(name)}`,
  undone: (name) => `لن يُمحى ${isolated(name)}`,
  ownHint: "يقرر المالكون ذلك. يُمحى الحساب بعد 14 يومًا، ويمكنهم التراجع حتى ذلك الحين.",
  ask: "طلب المحو…",
  askTitle: "طلب محو حسابك؟",
  askAction: "إرسال الطلب",
  askConsequences: [
    "يُمحى اسمك وبريدك الإلكتروني وصورتك وملفك الشخصي وإعداداتك وطرق دخولك، وكذلك ما يخص بوتاتك.",
    "عندما يقبل أحد المالكين، يُسجَّل خروجك من كل مكان.",
  ],
  asked: (when) => `طلبت ذلك في ${when}. على أحد المالكين قبوله.`,
  withdraw: "سحب الطلب",
};
