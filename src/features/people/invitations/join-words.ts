import type { Language } from "../../../protocol/language.ts";

type AroundAddress = readonly [before: string, after: string];

const en = {
  title: (organization: string) => `Join ${organization}`,
  invitation: "Invitation",
  greeting: (inviter: string, organization: string) => `${inviter} invited you to join ${organization}.`,
  sayAddress: "Enter your email address and we'll send you a link to continue.",
  makeAccount: "Create an account to join.",
  email: "Email",
  fullName: "Your name",
  fullNameHint: "This is how others will see you. You can change it later.",
  password: "Password",
  sendLetter: "Email me a link",
  join: (organization: string) => `Join ${organization}`,
  onItsWay: "Check your email",
  /** The words before and after the address. */
  letterSent: ["We sent an email to ", ". The link in it works for 24 hours."] as AroundAddress,
  loggedInAlready: (organization: string) => `You're already logged in to ${organization}.`,
  goOn: (organization: string) => `Go to ${organization}`,
  haveAccount: "I already have an account",
  toFirstPage: "Go to the home page",
  joinWith: (service: string) => `Join with ${service}`,
  or: "or",
};

const de: typeof en = {
  title: (organization) => `${organization} beitreten`,
  invitation: "Einladung",
  greeting: (inviter, organization) => `${inviter} hat dich zu ${organization} eingeladen.`,
  sayAddress: "Gib deine E-Mail-Adresse ein, und wir schicken dir einen Link, mit dem es weitergeht.",
  makeAccount: "Erstelle ein Konto, um beizutreten.",
  email: "E-Mail",
  fullName: "Dein Name",
  fullNameHint: "So sehen dich andere. Du kannst das später ändern.",
  password: "Passwort",
  sendLetter: "Link per E-Mail senden",
  join: (organization) => `${organization} beitreten`,
  onItsWay: "Schau in deine E-Mails",
  letterSent: ["Wir haben eine E-Mail an ", " geschickt. Der Link darin gilt 24 Stunden."],
  loggedInAlready: (organization) => `Du bist bei ${organization} schon angemeldet.`,
  goOn: (organization) => `Zu ${organization}`,
  haveAccount: "Ich habe schon ein Konto",
  toFirstPage: "Zur Startseite",
  joinWith: (service) => `Mit ${service} beitreten`,
  or: "oder",
};

export const joinWords: Readonly<Record<Language, typeof en>> = { en, de };
