import type { Language } from "../../../protocol/language.ts";

const en = {
  title: "Create an organization",
  about: (address: string) => `It will be at ${address}. You'll be its owner and can invite everyone else.`,
  name: "Organization name",
  nameHint: "Your company, team or club. You can change this later.",
  fullName: "Your name",
  fullNameHint: "This is how others will see you.",
  email: "Your email",
  password: "Password",
  token: "Setup token",
  tokenHint: "Ask whoever runs this server. npm start saves it as setup-token in its data directory.",
  create: "Create organization",
  beginAnew: "Start over without the old organization's data",
  closed: "Creating an organization here requires a setup token, and none is set yet. To set one:",
};

const de: typeof en = {
  title: "Organisation erstellen",
  about: (address) => `Du erreichst sie unter ${address}. Du bist Besitzer und kannst andere einladen.`,
  name: "Name der Organisation",
  nameHint: "Deine Firma, dein Team oder Verein. Du kannst das später ändern.",
  fullName: "Dein Name",
  fullNameHint: "So sehen dich andere.",
  email: "Deine E-Mail-Adresse",
  password: "Passwort",
  token: "Einrichtungs-Token",
  tokenHint: "Frag die Person, die diesen Server betreibt. npm start speichert es als setup-token im Datenverzeichnis.",
  create: "Organisation erstellen",
  beginAnew: "Neu beginnen, ohne die Daten der alten Organisation",
  closed:
    "Um hier eine Organisation zu erstellen, ist ein Einrichtungs-Token nötig, und noch ist keines gesetzt. So setzt du eines:",
};

export const foundingWords: Readonly<Record<Language, typeof en>> = { en, de };
