import type { Language } from "../../../../protocol/language.ts";

const en = {
  subject: (organization: string) => `Confirm your new email address for ${organization}`,
  greeting: (person: string) => `Hello ${person},`,
  wanted: (email: string, organization: string, url: string) =>
    `You asked to change your email address in ${organization} (${url}) to ${email}. Confirm within 24 hours.`,
  notYou: "If this wasn't you, you can ignore this email.",
  confirm: "Confirm email address",
};

const de: typeof en = {
  subject: (organization) => `Bestätige deine neue E-Mail-Adresse für ${organization}`,
  greeting: (person) => `Hallo ${person},`,
  wanted: (email, organization, url) =>
    `du möchtest deine E-Mail-Adresse bei ${organization} (${url}) in ${email} ändern. Bestätige das innerhalb von 24 Stunden.`,
  notYou: "Wenn du das nicht warst, kannst du diese E-Mail ignorieren.",
  confirm: "E-Mail-Adresse bestätigen",
};

const es: typeof en = {
  subject: (organization) => `Confirma tu nuevo correo electrónico para ${organization}`,
  greeting: (person) => `Hola, ${person}:`,
  wanted: (email, organization, url) =>
    `Pediste cambiar tu correo electrónico en ${organization} (${url}) a ${email}. Confírmalo en un plazo de 24 horas.`,
  notYou: "Si no fuiste tú, puedes ignorar este correo electrónico.",
  confirm: "Confirmar correo electrónico",
};

const fr: typeof en = {
  subject: (organization) => `Confirmez votre nouvelle adresse e-mail pour ${organization}`,
  greeting: (person) => `Bonjour ${person},`,
  wanted: (email, organization, url) =>
    `Vous avez demandé à remplacer votre adresse e-mail dans ${organization} (${url}) par ${email}. Confirmez dans les 24 heures.`,
  notYou: "Si ce n’était pas vous, vous pouvez ignorer cet e-mail.",
  confirm: "Confirmer l’adresse e-mail",
};

const ja: typeof en = {
  subject: (organization) => `${organization} の新しいメールアドレスを確認してください`,
  greeting: (person) => `${person} さん、こんにちは。`,
  wanted: (email, organization, url) =>
    `${organization}（${url}）のメールアドレスを ${email} に変更する申し込みがありました。24 時間以内に確認してください。`,
  notYou: "心当たりがない場合は、このメールを無視してください。",
  confirm: "メールアドレスを確認",
};

const ar: typeof en = {
  subject: (organization) => `تأكيد بريدك الإلكتروني الجديد في ${organization}`,
  greeting: (person) => `مرحبًا ${person}،`,
  wanted: (email, organization, url) =>
    `طلبت تغيير بريدك الإلكتروني في ${organization} (${url}) إلى ${email}. أكّد ذلك خلال 24 ساعة.`,
  notYou: "إذا لم تكن أنت، فيمكنك تجاهل هذه الرسالة.",
  confirm: "تأكيد البريد الإلكتروني",
};

export const changeLetterWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
