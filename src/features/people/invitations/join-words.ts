import type { Language } from "../../../protocol/language.ts";

type AroundAddress = readonly [before: string, after: string];

const en = {
  title: (organization: string) => `Join ${organization}`,
  invitation: "Invitation",
  greeting: (inviter: string, organization: string) => `${inviter} invites you to ${organization}.`,
  sayAddress: "Say where you get your mail: we send you a link to go on with.",
  makeAccount: "Make an account to join.",
  email: "Email",
  fullName: "Your name",
  fullNameHint: "As the others shall see it. You can change it later.",
  password: "Password",
  sendLetter: "Send me the link",
  join: (organization: string) => `Join ${organization}`,
  onItsWay: "Look into your mailbox",
  /** The words before and after the address. */
  letterSent: ["A letter is on its way to ", ". The link in it leads on, for a day."] as AroundAddress,
  loggedInAlready: (organization: string) => `You are logged in to ${organization} already.`,
  goOn: (organization: string) => `Go to ${organization}`,
  haveAccount: "I have an account already",
  toFirstPage: "To the first page",
  joinWith: (service: string) => `Join with ${service}`,
  or: "or",
};

const de: typeof en = {
  title: (organization) => `${organization} beitreten`,
  invitation: "Einladung",
  greeting: (inviter, organization) => `${inviter} lädt dich zu ${organization} ein.`,
  sayAddress: "Sag uns, wo du E-Mails bekommst: Wir schicken dir einen Link, mit dem es weitergeht.",
  makeAccount: "Leg ein Konto an, um beizutreten.",
  email: "E-Mail",
  fullName: "Dein Name",
  fullNameHint: "So, wie ihn die anderen sehen sollen. Du kannst ihn später ändern.",
  password: "Passwort",
  sendLetter: "Link zuschicken",
  join: (organization) => `${organization} beitreten`,
  onItsWay: "Schau in dein Postfach",
  letterSent: ["Ein Brief ist unterwegs an ", ". Mit dem Link darin geht es einen Tag lang weiter."],
  loggedInAlready: (organization) => `Du bist bei ${organization} schon angemeldet.`,
  goOn: (organization) => `Zu ${organization}`,
  haveAccount: "Ich habe schon ein Konto",
  toFirstPage: "Zur Startseite",
  joinWith: (service) => `Mit ${service} beitreten`,
  or: "oder",
};

export const joinWords: Readonly<Record<Language, typeof en>> = { en, de };
