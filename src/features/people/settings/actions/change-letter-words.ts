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

export const changeLetterWords: Readonly<Record<Language, typeof en>> = { en, de };
