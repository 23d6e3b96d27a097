import type { Language } from "../../../protocol/language.ts";

const dateIn = (language: Language, time: Date) =>
  `${new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short", timeZone: "UTC" }).format(time)} (UTC)`;

const en = {
  hello: "Hello,",
  subject: (inviter: string, organization: string) => `${inviter} invited you to join ${organization}`,
  invitation: (inviter: string, organization: string, url: string) =>
    `${inviter} invited you to join ${organization} (${url}), where your team talks.`,
  forYou: "This invitation is just for you.",
  forYouUntil: (time: Date) => `This invitation is just for you. It expires on ${dateIn("en", time)}.`,
  unknown: "If you weren't expecting this, you can ignore this email.",
  join: (organization: string) => `Join ${organization}`,
  confirmSubject: (organization: string) => `Confirm your email address to join ${organization}`,
  confirmation: (organization: string, url: string) =>
    `Someone used this email address to join ${organization} (${url}). If it was you, continue within 24 hours.`,
  notYou: "If it wasn't you, you can ignore this email.",
  helloTo: (person: string) => `Hello ${person},`,
  welcomeSubject: (organization: string) => `Welcome to ${organization}`,
  welcome: (organization: string, email: string) => `Your account in ${organization} is ready. Log in with ${email}.`,
  everywhere: (url: string) =>
    `Use it in your browser, or in Zulip's mobile and desktop apps: enter ${url} as the organization URL.`,
  open: (organization: string) => `Open ${organization}`,
};

const de: typeof en = {
  hello: "Hallo,",
  subject: (inviter, organization) => `${inviter} hat dich zu ${organization} eingeladen`,
  invitation: (inviter, organization, url) =>
    `${inviter} hat dich zu ${organization} (${url}) eingeladen, wo dein Team sich austauscht.`,
  forYou: "Diese Einladung ist nur für dich.",
  forYouUntil: (time) => `Diese Einladung ist nur für dich. Sie läuft ab am ${dateIn("de", time)}.`,
  unknown: "Wenn du das nicht erwartet hast, kannst du diese E-Mail ignorieren.",
  join: (organization) => `${organization} beitreten`,
  confirmSubject: (organization) => `Bestätige deine E-Mail-Adresse, um ${organization} beizutreten`,
  confirmation: (organization, url) =>
    `jemand möchte ${organization} (${url}) mit dieser E-Mail-Adresse beitreten. Wenn du das warst, mach innerhalb von 24 Stunden weiter.`,
  notYou: "Wenn du das nicht warst, kannst du diese E-Mail ignorieren.",
  helloTo: (person) => `Hallo ${person},`,
  welcomeSubject: (organization) => `Willkommen bei ${organization}`,
  welcome: (organization, email) => `dein Konto bei ${organization} ist bereit. Melde dich mit ${email} an.`,
  everywhere: (url) =>
    `Du erreichst es im Browser und mit den Apps von Zulip für Telefone und Rechner: Gib dort ${url} als URL der Organisation ein.`,
  open: (organization) => `${organization} öffnen`,
};

const es: typeof en = {
  hello: "Hola:",
  subject: (inviter, organization) => `${inviter} te invitó a unirte a ${organization}`,
  invitation: (inviter, organization, url) =>
    `${inviter} te invitó a unirte a ${organization} (${url}), donde conversa tu equipo.`,
  forYou: "Esta invitación es solo para ti.",
  forYouUntil: (time) => `Esta invitación es solo para ti. Caduca el ${dateIn("es", time)}.`,
  unknown: "Si no esperabas esto, puedes ignorar este correo electrónico.",
  join: (organization) => `Unirse a ${organization}`,
  confirmSubject: (organization) => `Confirma tu correo electrónico para unirte a ${organization}`,
  confirmation: (organization, url) =>
    `Alguien usó esta dirección para unirse a ${organization} (${url}). Si fuiste tú, continúa en un plazo de 24 horas.`,
  notYou: "Si no fuiste tú, puedes ignorar este correo electrónico.",
  helloTo: (person) => `Hola, ${person}:`,
  welcomeSubject: (organization) => `Te damos la bienvenida a ${organization}`,
  welcome: (organization, email) => `Tu cuenta en ${organization} está lista. Inicia sesión con ${email}.`,
  everywhere: (url) =>
    `Úsala en el navegador o en las aplicaciones de Zulip para móvil y escritorio: escribe ${url} como URL de la organización.`,
  open: (organization) => `Abrir ${organization}`,
};

const fr: typeof en = {
  hello: "Bonjour,",
  subject: (inviter, organization) => `${inviter} vous invite à rejoindre ${organization}`,
  invitation: (inviter, organization, url) =>
    `${inviter} vous invite à rejoindre ${organization} (${url}), où votre équipe échange.`,
  forYou: "Cette invitation est pour vous seul.",
  forYouUntil: (time) => `Cette invitation est pour vous seul. Elle expire le ${dateIn("fr", time)}.`,
  unknown: "Si vous ne vous y attendiez pas, vous pouvez ignorer cet e-mail.",
  join: (organization) => `Rejoindre ${organization}`,
  confirmSubject: (organization) => `Confirmez votre adresse e-mail pour rejoindre ${organization}`,
  confirmation: (organization, url) =>
    `Quelqu’un a utilisé cette adresse e-mail pour rejoindre ${organization} (${url}). Si c’était vous, continuez dans les 24 heures.`,
  notYou: "Si ce n’était pas vous, vous pouvez ignorer cet e-mail.",
  helloTo: (person) => `Bonjour ${person},`,
  welcomeSubject: (organization) => `Bienvenue dans ${organization}`,
  welcome: (organization, email) => `Votre compte dans ${organization} est prêt. Connectez-vous avec ${email}.`,
  everywhere: (url) =>
    `Utilisez-le dans votre navigateur, ou dans les applications Zulip pour mobile et ordinateur : saisissez ${url} comme URL de l’organisation.`,
  open: (organization) => `Ouvrir ${organization}`,
};

const ja: typeof en = {
  hello: "こんにちは。",
  subject: (inviter, organization) => `${inviter} さんが ${organization} に招待しています`,
  invitation: (inviter, organization, url) =>
    `${inviter} さんが、チームの会話の場である ${organization}（${url}）に招待しています。`,
  forYou: "この招待はあなた専用です。",
  forYouUntil: (time) => `この招待はあなた専用です。有効期限は ${dateIn("ja", time)} です。`,
  unknown: "心当たりがない場合は、このメールを無視してください。",
  join: (organization) => `${organization} に参加`,
  confirmSubject: (organization) => `${organization} に参加するためにメールアドレスを確認してください`,
  confirmation: (organization, url) =>
    `このメールアドレスで ${organization}（${url}）への参加が申し込まれました。ご本人の場合は、24 時間以内に続行してください。`,
  notYou: "心当たりがない場合は、このメールを無視してください。",
  helloTo: (person) => `${person} さん、こんにちは。`,
  welcomeSubject: (organization) => `${organization} へようこそ`,
  welcome: (organization, email) => `${organization} のアカウントの準備ができました。${email} でログインしてください。`,
  everywhere: (url) =>
    `ブラウザーのほか、Zulip のモバイルアプリとデスクトップアプリでも使えます。組織の URL に ${url} を入力してください。`,
  open: (organization) => `${organization} を開く`,
};

const ar: typeof en = {
  hello: "مرحبًا،",
  subject: (inviter, organization) => `دعاك ${inviter} للانضمام إلى ${organization}`,
  invitation: (inviter, organization, url) => `دعاك ${inviter} للانضمام إلى ${organization} (${url})، حيث يتحدث فريقك.`,
  forYou: "هذه الدعوة لك وحدك.",
  forYouUntil: (time) => `هذه الدعوة لك وحدك. تنتهي صلاحيتها في ${dateIn("ar", time)}.`,
  unknown: "إذا لم تكن تتوقع هذه الرسالة، فيمكنك تجاهلها.",
  join: (organization) => `الانضمام إلى ${organization}`,
  confirmSubject: (organization) => `تأكيد بريدك الإلكتروني للانضمام إلى ${organization}`,
  confirmation: (organization, url) =>
    `استخدم شخص ما هذا البريد الإلكتروني للانضمام إلى ${organization} (${url}). إذا كنت أنت من فعل ذلك، فتابع خلال 24 ساعة.`,
  notYou: "إذا لم تكن أنت، فيمكنك تجاهل هذه الرسالة.",
  helloTo: (person) => `مرحبًا ${person}،`,
  welcomeSubject: (organization) => `مرحبًا بك في ${organization}`,
  welcome: (organization, email) => `حسابك في ${organization} جاهز. سجّل الدخول باستخدام ${email}.`,
  everywhere: (url) => `استخدمه في متصفحك، أو في تطبيقات Zulip للهاتف والحاسوب: أدخل ${url} كعنوان URL للمؤسسة.`,
  open: (organization) => `فتح ${organization}`,
};

export const mailWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
