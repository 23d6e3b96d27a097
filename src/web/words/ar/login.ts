import type { Translation } from "../catalog.ts";
import type { loginWords } from "../login.ts";
import { isolated } from "./grammar.ts";

export const login: Translation<typeof loginWords> = {
  ended: "تم تسجيل خروجك. الرسائل غير المرسلة محفوظة على هذا الجهاز.",
  again: "تسجيل الدخول مجددًا",
  nothingLost: "انتهت الجلسة. بعد تسجيل الدخول يمكن المتابعة من حيث توقفت.",
  email: "البريد الإلكتروني",
  password: "كلمة المرور",
  wrong: "كلمة المرور غير صحيحة.",
  logIn: "تسجيل الدخول",
  code: "الرمز",
  codeHint: "من تطبيق المصادقة، أو أحد رموز الاسترداد.",
  passkey: "استخدام مفتاح مرور",
  confirm: "تسجيل الدخول مجددًا",
  toChange: "يلزم تأكيد الهوية لتغيير طريقة تسجيل الدخول.",
  logInWith: (service) => `تسجيل الدخول عبر ${isolated(service)}`,
  forgotten: "هل نسيت كلمة المرور؟",
  looking: "أنت تتصفح دون حساب.",
  forMembers: "يلزم وجود حساب لهذا",
  toTakePart: "يلزم تسجيل الدخول للمشاركة في المحادثة.",
};
