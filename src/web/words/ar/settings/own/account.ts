import type { Translation } from "../../../catalog.ts";
import type { accountWords, privacyWords, profileWords, yourDataWords } from "../../../settings/own/account.ts";
import { isolated } from "../../grammar.ts";
import { rolesFrom } from "../../roles.ts";

export const account: Translation<typeof accountWords> = {
  rows: {
    email: "البريد الإلكتروني",
    password: "كلمة المرور",
    role: "الدور",
    deactivate: "تعطيل حسابي",
  },
  login: "الحساب",
  changeEmail: "تغيير البريد الإلكتروني",
  newEmail: "البريد الإلكتروني الجديد",
  emailHint: "سيصل رابط تأكيد إلى هذا العنوان. يتغير عنوانك بعد فتحه.",
  emailSent: (address) => `تم إرسال رسالة تأكيد إلى ${isolated(address)}.`,
  emailLocked: "لا تسمح مؤسستك بتغيير عناوين البريد الإلكتروني.",
  changePassword: "تغيير كلمة المرور",
  oldPassword: "كلمة المرور الحالية",
  newPassword: "كلمة المرور الجديدة",
  passwordHint: (length) => `عدد الأحرف لا يقل عن ${length}. سيتم تسجيل خروجك من كل مكان آخر.`,
  passwordStrength: {
    weak: "يسهل تخمينها. يُفضّل استخدام عدة كلمات لا علاقة بينها.",
    fair: "جيدة بما يكفي.",
    strong: "يصعب تخمينها.",
  },
  passwordForgotten: "هل نسيت كلمة المرور؟",
  passwordChanged: "تم تغيير كلمة المرور.",
  passwordLocked: "لا تستخدم مؤسستك الدخول بكلمة المرور.",
  end: "تعطيل الحساب",
  deactivateHint: "تبقى رسائلك. يمكن لأحد المديرين إعادة تنشيط حسابك.",
  deactivateTitle: "تعطيل حسابك؟",
  deactivateAsk: "سيتم تسجيل خروجك من كل مكان، ولن تتمكن من الدخول مجددًا. تبقى رسائلك. ستُعطَّل بوتاتك.",
};

export const privacy: Translation<typeof privacyWords> = {
  rows: {
    presence_enabled: "إظهار حالة نشاطي",
    send_private_typing_notifications: "إظهار أنني أكتب في الرسائل المباشرة",
    send_stream_typing_notifications: "إظهار أنني أكتب في القنوات",
    send_read_receipts: "السماح للآخرين برؤية ما قرأته",
    email_address_visibility: "من يمكنه رؤية عنوان بريدي الإلكتروني",
    hide_address_in_calls: "إخفاء عنوان IP الخاص بي في المكالمات",
    allow_private_data_export: "السماح للمديرين بتصدير بياناتي الخاصة",
  },
  hints: { hide_address_in_calls: "تمر المكالمات عندئذٍ عبر خادم ترحيل، وقد يزيد ذلك التأخير." },
  options: {
    email_address_visibility: {
      1: "الجميع، بما في ذلك الضيوف",
      2: "الجميع باستثناء الضيوف",
      5: rolesFrom.moderator,
      3: rolesFrom.administrator,
      4: "لا أحد",
    },
  },
  title: "الخصوصية",
  seen: "ما يراه الآخرون",
  receiptsLocked: "لا تستخدم مؤسستك إشعارات القراءة.",
  relayMissing: "ليس لهذا الخادم خادم ترحيل (TURN) للمكالمات. يمكن لمسؤول الخادم إعداده.",
  relayNeedless: "تمر المكالمات هنا عبر خادم وسائط، فلا يرى الآخرون عنوان IP الخاص بك أبدًا.",
  consent: "عمليات تصدير المديرين",
  consentHint: "يشمل التصدير الكامل عندئذٍ قنواتك الخاصة ورسائلك المباشرة. أما البيانات العامة فيشملها كل تصدير.",
};

export const profile: Translation<typeof profileWords> = {
  rows: {
    full_name: "الاسم",
    picture: "صورة الملف الشخصي",
    fields: "حقول الملف الشخصي",
    preview: "معاينة",
  },
  nameLocked: "لا تسمح مؤسستك بتغيير الأسماء.",
  pictureLocked: "لا تسمح مؤسستك بتغيير الصور.",
  fieldLocked: "لا يمكن تغيير ذلك إلا للمديرين.",
  upload: "رفع صورة",
  removePicture: "إزالة الصورة",
  removePictureAsk: "سيرى الآخرون الأحرف الأولى من اسمك أو صورة Gravatar.",
  noPicture: "لا يمكن للمتصفح عرض هذا الملف كصورة.",
  pictureSaved: "تم تحديث صورة الملف الشخصي.",
  pictureRemoved: "تمت إزالة صورة الملف الشخصي.",
  crop: "قص الصورة",
  cropHint: "يمكن سحب الصورة، أو النقر على ما يكون في الوسط، أو استخدام مفاتيح الأسهم.",
  cropArea: "الصورة: تتحرك بمفاتيح الأسهم",
  zoom: "الحجم",
  noChoice: "بلا",
  required: "مطلوب من مؤسستك.",
  username: (service) => `اسمك في ${isolated(service)}`,
};

export const yourData: Translation<typeof yourDataWords> = {
  rows: {
    collect: "تصدير بياناتي",
  },
  file: "نسختك",
  fileHint: "ملف فيه كل ما هو محفوظ عنك: صفحات للقراءة وJSON للبرامج وملفاتك المرفوعة. مرة واحدة يوميًا.",
  pending: "جارٍ جمع بياناتك… يمكنك مغادرة هذه الصفحة.",
  failed: "تعذّر جمع بياناتك. حاول مرة أخرى.",
  download: "تنزيل",
  until: "متاح حتى",
};
