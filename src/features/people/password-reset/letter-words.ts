import type { Language } from "../../../protocol/language.ts";

const en = {
  subject: (organization: string) => `Your password for ${organization}`,
  hello: "Hello,",
  greeting: (person: string) => `Hello ${person},`,
  wanted: (organization: string, url: string) =>
    `somebody, probably you, wants a new password for your account in ${organization} (${url}). Choose one within an hour.`,
  notYou: "If it was not you, you need not do anything: your password stays as it is.",
  choose: "Choose a new password",
  wantedDeactivated: (organization: string, url: string) =>
    `somebody, probably you, wants a new password for your account in ${organization} (${url}). The account is deactivated. An administrator can take it into use again.`,
  wantedUnknown: (organization: string, url: string) =>
    `somebody, probably you, wants a new password in ${organization} (${url}). But nobody there has an account with this address.`,
  otherAddress:
    "If you have an account, it has another address: try that one. If this was not you, you need not do anything.",
};

const de: typeof en = {
  subject: (organization) => `Dein Passwort für ${organization}`,
  hello: "Hallo,",
  greeting: (person) => `Hallo ${person},`,
  wanted: (organization, url) =>
    `jemand, vermutlich du, möchte ein neues Passwort für dein Konto bei ${organization} (${url}). Wähl es innerhalb einer Stunde.`,
  notYou: "Wenn du das nicht warst, brauchst du nichts zu tun: Dein Passwort bleibt, wie es ist.",
  choose: "Neues Passwort wählen",
  wantedDeactivated: (organization, url) =>
    `jemand, vermutlich du, möchte ein neues Passwort für dein Konto bei ${organization} (${url}). Das Konto ist deaktiviert. Die Administration kann es wieder freischalten.`,
  wantedUnknown: (organization, url) =>
    `jemand, vermutlich du, möchte ein neues Passwort bei ${organization} (${url}). Aber mit dieser Adresse hat dort niemand ein Konto.`,
  otherAddress:
    "Wenn du ein Konto hast, gehört es zu einer anderen Adresse: Versuch es mit der. Wenn du das nicht warst, brauchst du nichts zu tun.",
};

export const letterWords: Readonly<Record<Language, typeof en>> = { en, de };
