import type { Language } from "../../../protocol/language.ts";

const en = {
  subject: (organization: string, program: string) => `New login to ${organization} from ${program}`,
  greeting: (person: string) => `Hello ${person},`,
  happened: (organization: string, url: string) => `somebody, probably you, has logged in to ${organization} (${url}):`,
  how: (program: string, address: string, at: string) => `${program}, from the network address ${address}, ${at}`,
  notYou:
    "If this was not you, choose a new password at once, end that login in your settings, and tell an administrator.",
  devices: "Show where you are logged in",
  why: "You get this email at each new login.",
  stop: "Stop these emails",
};

const de: typeof en = {
  subject: (organization, program) => `Neue Anmeldung bei ${organization} mit ${program}`,
  greeting: (person) => `Hallo ${person},`,
  happened: (organization, url) => `jemand, vermutlich du, hat sich bei ${organization} (${url}) angemeldet:`,
  how: (program, address, at) => `${program}, von der Netzwerkadresse ${address}, ${at}`,
  notYou:
    "Wenn du das nicht warst, wähl sofort ein neues Passwort, beende diese Anmeldung in deinen Einstellungen und sag der Administration Bescheid.",
  devices: "Zeigen, wo du angemeldet bist",
  why: "Du bekommst diese E-Mail bei jeder neuen Anmeldung.",
  stop: "Diese E-Mails abbestellen",
};

export const loginWords: Readonly<Record<Language, typeof en>> = { en, de };
