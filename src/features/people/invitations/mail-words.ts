import type { Language } from "../../../protocol/language.ts";

const dates = (language: string) => (time: Date) =>
  `${new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short", timeZone: "UTC" }).format(time)} (UTC)`;
const [enDate, deDate] = [dates("en"), dates("de")];

const en = {
  hello: "Hello,",
  subject: (inviter: string, organization: string) => `${inviter} invited you to join ${organization}`,
  invitation: (inviter: string, organization: string, url: string) =>
    `${inviter} invited you to join ${organization} (${url}), where your team talks.`,
  forYou: "This invitation is just for you.",
  forYouUntil: (time: Date) => `This invitation is just for you. It expires on ${enDate(time)}.`,
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
  forYouUntil: (time) => `Diese Einladung ist nur für dich. Sie läuft ab am ${deDate(time)}.`,
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

export const mailWords: Readonly<Record<Language, typeof en>> = { en, de };
