import type { Language } from "../../../protocol/language.ts";

const en = {
  subject: (organization: string) => `Reset your password for ${organization}`,
  hello: "Hello,",
  greeting: (person: string) => `Hello ${person},`,
  wanted: (organization: string, url: string) =>
    `Someone, probably you, asked to reset your password for ${organization} (${url}). The link works for an hour.`,
  notYou: "If it wasn't you, you can ignore this email. Your password won't change.",
  choose: "Reset password",
  wantedDeactivated: (organization: string, url: string) =>
    `Someone, probably you, asked to reset your password for ${organization} (${url}). Your account is deactivated. An administrator can reactivate it.`,
  wantedUnknown: (organization: string, url: string) =>
    `Someone, probably you, asked to reset a password for ${organization} (${url}). No account there has this email address.`,
  otherAddress: "If you have an account, try your other email addresses. If it wasn't you, you can ignore this email.",
};

const de: typeof en = {
  subject: (organization) => `Setze dein Passwort für ${organization} zurück`,
  hello: "Hallo,",
  greeting: (person) => `Hallo ${person},`,
  wanted: (organization, url) =>
    `jemand, vermutlich du, möchte dein Passwort für ${organization} (${url}) zurücksetzen. Der Link gilt eine Stunde.`,
  notYou: "Wenn du das nicht warst, kannst du diese E-Mail ignorieren. Dein Passwort ändert sich nicht.",
  choose: "Passwort zurücksetzen",
  wantedDeactivated: (organization, url) =>
    `jemand, vermutlich du, möchte dein Passwort für ${organization} (${url}) zurücksetzen. Dein Konto ist deaktiviert. Die Administration kann es reaktivieren.`,
  wantedUnknown: (organization, url) =>
    `jemand, vermutlich du, möchte ein Passwort für ${organization} (${url}) zurücksetzen. Mit dieser E-Mail-Adresse gibt es dort kein Konto.`,
  otherAddress:
    "Wenn du ein Konto hast, versuche deine anderen E-Mail-Adressen. Wenn du das nicht warst, kannst du diese E-Mail ignorieren.",
};

const es: typeof en = {
  subject: (organization) => `Restablece tu contraseña de ${organization}`,
  hello: "Hola:",
  greeting: (person) => `Hola, ${person}:`,
  wanted: (organization, url) =>
    `Alguien, probablemente tú, pidió restablecer tu contraseña de ${organization} (${url}). El enlace funciona durante una hora.`,
  notYou: "Si no fuiste tú, puedes ignorar este correo electrónico. Tu contraseña no cambiará.",
  choose: "Restablecer contraseña",
  wantedDeactivated: (organization, url) =>
    `Alguien, probablemente tú, pidió restablecer tu contraseña de ${organization} (${url}). Tu cuenta está desactivada. La administración puede reactivarla.`,
  wantedUnknown: (organization, url) =>
    `Alguien, probablemente tú, pidió restablecer una contraseña de ${organization} (${url}). Ninguna cuenta de allí tiene esta dirección.`,
  otherAddress:
    "Si tienes una cuenta, prueba con tus otras direcciones. Si no fuiste tú, puedes ignorar este correo electrónico.",
};

const fr: typeof en = {
  subject: (organization) => `Réinitialisez votre mot de passe pour ${organization}`,
  hello: "Bonjour,",
  greeting: (person) => `Bonjour ${person},`,
  wanted: (organization, url) =>
    `Quelqu’un, probablement vous, a demandé la réinitialisation de votre mot de passe pour ${organization} (${url}). Le lien est valable une heure.`,
  notYou: "Si ce n’était pas vous, vous pouvez ignorer cet e-mail. Votre mot de passe ne changera pas.",
  choose: "Réinitialiser le mot de passe",
  wantedDeactivated: (organization, url) =>
    `Quelqu’un, probablement vous, a demandé la réinitialisation de votre mot de passe pour ${organization} (${url}). Votre compte est désactivé. L’administration peut le réactiver.`,
  wantedUnknown: (organization, url) =>
    `Quelqu’un, probablement vous, a demandé la réinitialisation d’un mot de passe pour ${organization} (${url}). Aucun compte n’y a cette adresse e-mail.`,
  otherAddress:
    "Si vous avez un compte, essayez vos autres adresses e-mail. Si ce n’était pas vous, vous pouvez ignorer cet e-mail.",
};

const ja: typeof en = {
  subject: (organization) => `${organization} のパスワードをリセット`,
  hello: "こんにちは。",
  greeting: (person) => `${person} さん、こんにちは。`,
  wanted: (organization, url) =>
    `${organization}（${url}）のパスワードのリセットが申し込まれました。リンクは 1 時間有効です。`,
  notYou: "心当たりがない場合は、このメールを無視してください。パスワードは変わりません。",
  choose: "パスワードをリセット",
  wantedDeactivated: (organization, url) =>
    `${organization}（${url}）のパスワードのリセットが申し込まれました。アカウントは無効になっています。管理者が再び有効にできます。`,
  wantedUnknown: (organization, url) =>
    `${organization}（${url}）のパスワードのリセットが申し込まれました。このメールアドレスのアカウントはありません。`,
  otherAddress:
    "アカウントをお持ちの場合は、別のメールアドレスをお試しください。心当たりがない場合は、このメールを無視してください。",
};

const ar: typeof en = {
  subject: (organization) => `إعادة تعيين كلمة المرور لحسابك في ${organization}`,
  hello: "مرحبًا،",
  greeting: (person) => `مرحبًا ${person}،`,
  wanted: (organization, url) =>
    `طلب شخص ما، على الأرجح أنت، إعادة تعيين كلمة المرور لحسابك في ${organization} (${url}). الرابط صالح لمدة ساعة.`,
  notYou: "إذا لم تكن أنت، فيمكنك تجاهل هذه الرسالة. لن تتغير كلمة المرور.",
  choose: "إعادة تعيين كلمة المرور",
  wantedDeactivated: (organization, url) =>
    `طلب شخص ما، على الأرجح أنت، إعادة تعيين كلمة المرور لحسابك في ${organization} (${url}). حسابك معطَّل. يمكن للإدارة إعادة تفعيله.`,
  wantedUnknown: (organization, url) =>
    `طلب شخص ما، على الأرجح أنت، إعادة تعيين كلمة مرور في ${organization} (${url}). لا يوجد هناك حساب بهذا البريد الإلكتروني.`,
  otherAddress: "إذا كان لديك حساب، فجرّب عناوين بريدك الأخرى. وإذا لم تكن أنت، فيمكنك تجاهل هذه الرسالة.",
};

export const letterWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
