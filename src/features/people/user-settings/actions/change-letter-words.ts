import type { Language } from "../../../../protocol/language.ts";

const en = {
  subject: (organization: string) => `Confirm your new email address for ${organization}`,
  greeting: (person: string) => `Hello ${person},`,
  wanted: (email: string, organization: string, url: string) =>
    `You asked to change your email address in ${organization} (${url}) to ${email}. Confirm within 24 hours.`,
  given: (email: string, organization: string, url: string) =>
    `The email address of your account in ${organization} (${url}) is now ${email}. Confirm within 7 days that it's yours. Until then, you can't log in or choose a password by email, and emails don't show messages.`,
  notYou: "If this wasn't you, you can ignore this email.",
  confirm: "Confirm email address",
};

const de: typeof en = {
  subject: (organization) => `Bestätige deine neue E-Mail-Adresse für ${organization}`,
  greeting: (person) => `Hallo ${person},`,
  wanted: (email, organization, url) =>
    `du möchtest deine E-Mail-Adresse bei ${organization} (${url}) in ${email} ändern. Bestätige das innerhalb von 24 Stunden.`,
  given: (email, organization, url) =>
    `die E-Mail-Adresse deines Kontos bei ${organization} (${url}) ist jetzt ${email}. Bestätige innerhalb von 7 Tagen, dass sie deine ist. Bis dahin kannst du dich per E-Mail nicht anmelden und kein Passwort wählen, und E-Mails zeigen keine Nachrichten.`,
  notYou: "Wenn du das nicht warst, kannst du diese E-Mail ignorieren.",
  confirm: "E-Mail-Adresse bestätigen",
};

const es: typeof en = {
  subject: (organization) => `Confirma tu nuevo correo electrónico para ${organization}`,
  greeting: (person) => `Hola, ${person}:`,
  wanted: (email, organization, url) =>
    `Pediste cambiar tu correo electrónico en ${organization} (${url}) a ${email}. Confírmalo en un plazo de 24 horas.`,
  given: (email, organization, url) =>
    `El correo electrónico de tu cuenta en ${organization} (${url}) ahora es ${email}. Confirma en un plazo de 7 días que es tuyo. Hasta entonces no puedes iniciar sesión ni elegir una contraseña por correo, y los correos no muestran mensajes.`,
  notYou: "Si no fuiste tú, puedes ignorar este correo electrónico.",
  confirm: "Confirmar correo electrónico",
};

const fr: typeof en = {
  subject: (organization) => `Confirmez votre nouvelle adresse e-mail pour ${organization}`,
  greeting: (person) => `Bonjour ${person},`,
  wanted: (email, organization, url) =>
    `Vous avez demandé à remplacer votre adresse e-mail dans ${organization} (${url}) par ${email}. Confirmez dans les 24 heures.`,
  given: (email, organization, url) =>
    `L’adresse e-mail de votre compte dans ${organization} (${url}) est maintenant ${email}. Confirmez dans les 7 jours qu’elle est à vous. D’ici là, vous ne pouvez ni vous connecter ni choisir un mot de passe par e-mail, et les e-mails ne montrent pas les messages.`,
  notYou: "Si ce n’était pas vous, vous pouvez ignorer cet e-mail.",
  confirm: "Confirmer l’adresse e-mail",
};

const ja: typeof en = {
  subject: (organization) => `${organization} の新しいメールアドレスを確認してください`,
  greeting: (person) => `${person} さん、こんにちは。`,
  wanted: (email, organization, url) =>
    `${organization}（${url}）のメールアドレスを ${email} に変更する申し込みがありました。24 時間以内に確認してください。`,
  given: (email, organization, url) =>
    `${organization}（${url}）のアカウントのメールアドレスは ${email} になりました。7 日以内に自分のものであることを確認してください。それまでは、メールによるログインやパスワードの設定はできず、メールにメッセージは表示されません。`,
  notYou: "心当たりがない場合は、このメールを無視してください。",
  confirm: "メールアドレスを確認",
};

const ar: typeof en = {
  subject: (organization) => `تأكيد بريدك الإلكتروني الجديد في ${organization}`,
  greeting: (person) => `مرحبًا ${person}،`,
  wanted: (email, organization, url) =>
    `طلبت تغيير بريدك الإلكتروني في ${organization} (${url}) إلى ${email}. أكّد ذلك خلال 24 ساعة.`,
  given: (email, organization, url) =>
    `البريد الإلكتروني لحسابك في ${organization} (${url}) هو الآن ${email}. أكّد خلال 7 أيام أنه لك. حتى ذلك الحين لا يمكنك تسجيل الدخول أو اختيار كلمة مرور عبر البريد، ولا تعرض الرسائل البريدية محتوى الرسائل.`,
  notYou: "إذا لم تكن أنت، فيمكنك تجاهل هذه الرسالة.",
  confirm: "تأكيد البريد الإلكتروني",
};

export const changeLetterWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
