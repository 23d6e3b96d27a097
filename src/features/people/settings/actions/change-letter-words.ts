import type { Language } from "../../../../protocol/language.ts";

const en = {
  subject: (organization: string) => `Confirm your new address for ${organization}`,
  greeting: (person: string) => `Hello ${person},`,
  wanted: (email: string, organization: string, url: string) =>
    `you want to be reached at ${email} from now on, in ${organization} (${url}). Please confirm it within a day.`,
  notYou: "If this was not you, you need not do anything.",
  confirm: "Confirm the new address",
};

const de: typeof en = {
  subject: (organization) => `Bestätige deine neue Adresse für ${organization}`,
  greeting: (person) => `Hallo ${person},`,
  wanted: (email, organization, url) =>
    `du möchtest bei ${organization} (${url}) ab jetzt unter ${email} erreichbar sein. Bitte bestätige das innerhalb eines Tages.`,
  notYou: "Wenn du das nicht warst, brauchst du nichts zu tun.",
  confirm: "Neue Adresse bestätigen",
};

export const changeLetterWords: Readonly<Record<Language, typeof en>> = { en, de };
