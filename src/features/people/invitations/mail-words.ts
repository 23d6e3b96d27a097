import type { Language } from "../../../protocol/language.ts";

const dates = (language: string) => (time: Date) =>
  `${new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short", timeZone: "UTC" }).format(time)} (UTC)`;
const [enDate, deDate] = [dates("en"), dates("de")];

const en = {
  hello: "Hello,",
  subject: (inviter: string, organization: string) => `${inviter} invites you to ${organization}`,
  invitation: (inviter: string, organization: string, url: string) =>
    `${inviter} would like to have you in ${organization}, a place to work and talk together (${url}).`,
  forYou: "The link below is for you alone.",
  forYouUntil: (time: Date) => `The link below is for you alone, and works until ${enDate(time)}.`,
  unknown: "If you do not know what this is about, you need not do anything.",
  join: (organization: string) => `Join ${organization}`,
  confirmSubject: (organization: string) => `Confirm your address to join ${organization}`,
  confirmation: (organization: string, url: string) =>
    `somebody wants to join ${organization} (${url}) with this address. If it was you, go on within a day.`,
  notYou: "If it was not, you need not do anything.",
  helloTo: (person: string) => `Hello ${person},`,
  welcomeSubject: (organization: string) => `Welcome to ${organization}`,
  welcome: (organization: string, email: string) =>
    `you have an account in ${organization} now. You log in with the address ${email}.`,
  everywhere: (url: string) =>
    `It is in your browser, and in Zulip's apps for phones and desktops, which ask for the organization's address: ${url}`,
  open: (organization: string) => `Open ${organization}`,
};

const de: typeof en = {
  hello: "Hallo,",
  subject: (inviter, organization) => `${inviter} lädt dich zu ${organization} ein`,
  invitation: (inviter, organization, url) =>
    `${inviter} möchte dich bei ${organization} dabeihaben, einem Ort, um zusammen zu arbeiten und zu reden (${url}).`,
  forYou: "Der Link unten ist nur für dich.",
  forYouUntil: (time) => `Der Link unten ist nur für dich und gilt bis ${deDate(time)}.`,
  unknown: "Wenn du nicht weißt, worum es geht, brauchst du nichts zu tun.",
  join: (organization) => `${organization} beitreten`,
  confirmSubject: (organization) => `Bestätige deine Adresse, um ${organization} beizutreten`,
  confirmation: (organization, url) =>
    `jemand möchte ${organization} (${url}) mit dieser Adresse beitreten. Wenn du das warst, mach innerhalb eines Tages weiter.`,
  notYou: "Wenn nicht, brauchst du nichts zu tun.",
  helloTo: (person) => `Hallo ${person},`,
  welcomeSubject: (organization) => `Willkommen bei ${organization}`,
  welcome: (organization, email) =>
    `du hast jetzt ein Konto bei ${organization}. Du meldest dich mit der Adresse ${email} an.`,
  everywhere: (url) =>
    `Du erreichst es im Browser und mit den Apps von Zulip für Telefone und Rechner, die nach der Adresse der Organisation fragen: ${url}`,
  open: (organization) => `${organization} öffnen`,
};

export const mailWords: Readonly<Record<Language, typeof en>> = { en, de };
