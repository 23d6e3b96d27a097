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

export const letterWords: Readonly<Record<Language, typeof en>> = { en, de };
