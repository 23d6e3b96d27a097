import type { Language } from "../../../protocol/language.ts";

const en = {
  subject: (organization: string, program: string) => `New login to ${organization} from ${program}`,
  greeting: (person: string) => `Hello ${person},`,
  happened: (organization: string, url: string) => `Someone, probably you, just logged in to ${organization} (${url}):`,
  how: (program: string, address: string, at: string) => `${program}, from the network address ${address}, ${at}`,
  notYou:
    "If this wasn't you, change your password now, log that device out in your settings, and tell an administrator.",
  devices: "Review your devices",
  why: "We send this email for each new login.",
  stop: "Unsubscribe",
};

const de: typeof en = {
  subject: (organization, program) => `Neue Anmeldung bei ${organization} mit ${program}`,
  greeting: (person) => `Hallo ${person},`,
  happened: (organization, url) => `jemand, vermutlich du, hat sich bei ${organization} (${url}) angemeldet:`,
  how: (program, address, at) => `${program}, von der Netzwerkadresse ${address}, ${at}`,
  notYou:
    "Wenn du das nicht warst, ändere jetzt dein Passwort, melde das Gerät in deinen Einstellungen ab und sag der Administration Bescheid.",
  devices: "Geräte prüfen",
  why: "Diese E-Mail senden wir bei jeder neuen Anmeldung.",
  stop: "Abbestellen",
};

export const loginWords: Readonly<Record<Language, typeof en>> = { en, de };
