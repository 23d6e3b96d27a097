import type { Language } from "../../../protocol/language.ts";

const en = {
  title: "Create an organization",
  about: (address: string) => `It lives at ${address}. You are its owner, and invite the others.`,
  name: "Name of the organization",
  nameHint: "A company, a team, a club. It can be changed later.",
  fullName: "Your name",
  fullNameHint: "As the others shall see it.",
  email: "Your email",
  password: "Password",
  token: "Setup token",
  tokenHint: "Whoever runs this server has it. npm start keeps it in the file setup-token of its data directory.",
  create: "Create the organization",
  beginAnew: "Begin anew, without anything of the old organization",
  closed: "This server takes new organizations only with a setup token, and none has been set yet. Set one, like this:",
};

const de: typeof en = {
  title: "Organisation anlegen",
  about: (address) => `Sie lebt unter ${address}. Du bist ihr Eigentümer und lädst die anderen ein.`,
  name: "Name der Organisation",
  nameHint: "Eine Firma, ein Team, ein Verein. Er lässt sich später ändern.",
  fullName: "Dein Name",
  fullNameHint: "So, wie ihn die anderen sehen sollen.",
  email: "Deine E-Mail-Adresse",
  password: "Passwort",
  token: "Einrichtungs-Token",
  tokenHint:
    "Wer diesen Server betreibt, hat es. npm start bewahrt es in der Datei setup-token des Datenverzeichnisses auf.",
  create: "Organisation anlegen",
  beginAnew: "Neu beginnen, ohne etwas von der alten Organisation",
  closed:
    "Dieser Server nimmt neue Organisationen nur mit einem Einrichtungs-Token an, und es ist noch keines gesetzt. So setzt du eines:",
};

export const foundingWords: Readonly<Record<Language, typeof en>> = { en, de };
