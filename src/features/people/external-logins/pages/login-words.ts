import type { Language } from "../../../../protocol/language.ts";
import type { Reason } from "../refused.ts";

/** The words of a page about a failure: what has happened, and what to do. */
interface Told {
  readonly title: string;
  readonly text: string;
}

/** The names that it speaks of; the address is empty where none is known. */
interface About {
  readonly service: string;
  readonly organization: string;
  readonly email: string;
}

const en = {
  failures: {
    state: ({ service }: About): Told => ({
      title: "This login was begun elsewhere",
      text: `${service} sent an answer for a login that was not begun in this browser, or not as the last one. Nobody has been logged in. Begin once more.`,
    }),
    expired: (): Told => ({
      title: "That took too long",
      text: "A login has to be finished within 15 minutes. Begin once more.",
    }),
    used: (): Told => ({
      title: "This login has been used already",
      text: "Its address is good only once, for instance not after going back in the browser. Begin once more.",
    }),
    cancelled: ({ service }: About): Told => ({
      title: "You did not log in",
      text: `At ${service} the login was cancelled, or access was refused.`,
    }),
    provider_down: ({ service }: About): Told => ({
      title: `${service} does not answer`,
      text: `${service} cannot be reached at the moment. Try again in a few minutes, or log in another way.`,
    }),
    untrusted: ({ service }: About): Told => ({
      title: `${service} gave a strange answer`,
      text: `It does not fit this login, so that nobody was logged in. Try again. If it happens again, tell whoever runs this server: its log says what is wrong.`,
    }),
    unverified: ({ service, email }: About): Told => ({
      title: "Your address is not verified",
      text: `${service} does not say that ${email || "your email address"} is yours. Verify the address there, and try again.`,
    }),
    not_allowed: ({ organization, email }: About): Told => ({
      title: "This address is not allowed here",
      text: `${organization} takes no accounts with ${email || "this address"}. Log in with another one, or ask an administrator.`,
    }),
    deactivated: ({ organization }: About): Told => ({
      title: "Your account is deactivated",
      text: `It can be reactivated by an administrator of ${organization}.`,
    }),
    login_only: ({ service, email }: About): Told => ({
      title: "There is no account for you yet",
      text: `${email || "Your address"} has no account here, and ${service} only leads to accounts that are there already. Ask an administrator for an invitation.`,
    }),
    invitation_needed: ({ organization, email }: About): Told => ({
      title: "You need an invitation",
      text: `There is no account with ${email || "your address"} in ${organization}, and nobody joins without an invitation. Log in with another address, or ask for one.`,
    }),
    other_address: ({ service, email }: About): Told => ({
      title: "The invitation is for another address",
      text: `At ${service} you are ${email || "somebody else"}. Choose the account there that was invited, or go back to the invitation and join with a password.`,
    }),
    other_login: ({ service, email }: About): Told => ({
      title: "This account belongs to another login",
      text: `The account with ${email || "your address"} was linked to another person or account at ${service}. Log in with that one, or with your password; in the settings you can end that link.`,
    }),
    switched_off: ({ service, organization }: About): Told => ({
      title: `Not with ${service}`,
      text: `${organization} has switched this way of logging in off. Log in another way.`,
    }),
    linked_elsewhere: ({ service, organization }: About): Told => ({
      title: "This login is linked already",
      text: `At ${service} you are somebody who has another account in ${organization}. End the link in the settings of that account first, or choose another account at ${service}.`,
    }),
    passkey_wanted: ({ service, organization }: About): Told => ({
      title: "Log in with your passkey",
      text: `${organization} wants more of you than a login with ${service}: use your passkey instead.`,
    }),
    setup_wanted: ({ organization }: About): Told => ({
      title: "Make your account safer first",
      text: `${organization} wants you to have a passkey, or a second factor. Set one up in this browser, and then begin again in the app.`,
    }),
  } satisfies Record<Reason, (about: About) => Told>,
  failed: "The login failed",
  again: (service: string) => `Try again with ${service}`,
  otherAccount: "Choose another account",
  setUp: (service: string) => `Log in here with ${service}`,
  withPasskey: "Go to the login page",
  toSettings: "Back to the settings",
  otherWays: "All ways to log in",
  fromApp: "Did you come from an app? Then begin again there.",
  joinTitle: (organization: string) => `Join ${organization}`,
  joinAbout: (service: string) => `You have logged in with ${service}, and have no account here yet.`,
  email: "Email",
  fullName: "Your name",
  fullNameHint: "As others should see it. You can change it later.",
  join: (organization: string) => `Join ${organization}`,
  haveAccount: "I have an account already",
  backTitle: "You are logged in",
  backText: "Close this tab, and go on in the one that you came from.",
  goOn: (organization: string) => `Go to ${organization}`,
  carryTitle: "Back to the app",
  carryAbout: "You are logged in. Copy this, and go back to the app: it takes what you have copied within a minute.",
  token: "Login token",
  copy: "Copy",
  copied: "Copied. Now go back to the app.",
  appTitle: "Go on in your browser",
  appAbout: (service: string) =>
    `The login with ${service} has opened in your web browser. Log in there, copy the token that you get, and come back.`,
  pasted: "Login token",
  finish: "Log in",
  openAgain: "Open the browser again",
  wrongToken: "This is not the token of this login. Copy it once more.",
};

const de: typeof en = {
  failures: {
    state: ({ service }) => ({
      title: "Diese Anmeldung begann anderswo",
      text: `${service} hat auf eine Anmeldung geantwortet, die nicht in diesem Browser begann oder nicht die letzte war. Niemand wurde angemeldet. Fang noch einmal an.`,
    }),
    expired: () => ({
      title: "Das hat zu lange gedauert",
      text: "Eine Anmeldung muss in 15 Minuten fertig sein. Fang noch einmal an.",
    }),
    used: () => ({
      title: "Diese Anmeldung ist schon verbraucht",
      text: "Ihre Adresse gilt nur einmal, also nicht mehr, nachdem man im Browser zurückgegangen ist. Fang noch einmal an.",
    }),
    cancelled: ({ service }) => ({
      title: "Du hast dich nicht angemeldet",
      text: `Bei ${service} wurde die Anmeldung abgebrochen oder der Zugriff verweigert.`,
    }),
    provider_down: ({ service }) => ({
      title: `${service} antwortet nicht`,
      text: `${service} ist gerade nicht erreichbar. Versuch es in ein paar Minuten noch einmal, oder melde dich anders an.`,
    }),
    untrusted: ({ service }) => ({
      title: `${service} hat seltsam geantwortet`,
      text: "Die Antwort passt nicht zu dieser Anmeldung, darum wurde niemand angemeldet. Versuch es noch einmal. Wenn es wieder geschieht, sag es der Person, die diesen Server betreibt: Im Protokoll steht, was nicht stimmt.",
    }),
    unverified: ({ service, email }) => ({
      title: "Deine Adresse ist nicht bestätigt",
      text: `${service} bestätigt nicht, dass ${email || "deine E-Mail-Adresse"} dir gehört. Bestätige sie dort, und versuch es noch einmal.`,
    }),
    not_allowed: ({ organization, email }) => ({
      title: "Diese Adresse ist hier nicht erlaubt",
      text: `${organization} nimmt keine Konten mit ${email || "dieser Adresse"}. Melde dich mit einer anderen an, oder frag die Administration.`,
    }),
    deactivated: ({ organization }) => ({
      title: "Dein Konto ist deaktiviert",
      text: `Die Administration von ${organization} kann es wieder aktivieren.`,
    }),
    login_only: ({ service, email }) => ({
      title: "Du hast noch kein Konto",
      text: `Zu ${email || "deiner Adresse"} gibt es hier kein Konto, und ${service} führt nur in Konten, die es schon gibt. Bitte die Administration um eine Einladung.`,
    }),
    invitation_needed: ({ organization, email }) => ({
      title: "Du brauchst eine Einladung",
      text: `Bei ${organization} gibt es kein Konto mit ${email || "deiner Adresse"}, und ohne Einladung tritt niemand bei. Melde dich mit einer anderen Adresse an, oder bitte um eine Einladung.`,
    }),
    other_address: ({ service, email }) => ({
      title: "Die Einladung gilt einer anderen Adresse",
      text: `Bei ${service} bist du ${email || "jemand anderes"}. Wähle dort das Konto, das eingeladen wurde, oder geh zurück zur Einladung und tritt mit einem Passwort bei.`,
    }),
    other_login: ({ service, email }) => ({
      title: "Dieses Konto gehört zu einer anderen Anmeldung",
      text: `Das Konto mit ${email || "deiner Adresse"} ist mit einer anderen Person oder einem anderen Konto bei ${service} verknüpft. Melde dich damit an oder mit deinem Passwort; in den Einstellungen kannst du die Verknüpfung lösen.`,
    }),
    switched_off: ({ service, organization }) => ({
      title: `Nicht mit ${service}`,
      text: `${organization} hat diese Art der Anmeldung ausgeschaltet. Melde dich anders an.`,
    }),
    linked_elsewhere: ({ service, organization }) => ({
      title: "Diese Anmeldung ist schon verknüpft",
      text: `Bei ${service} bist du jemand, der bei ${organization} ein anderes Konto hat. Löse zuerst die Verknüpfung in den Einstellungen jenes Kontos, oder wähle ein anderes Konto bei ${service}.`,
    }),
    passkey_wanted: ({ service, organization }) => ({
      title: "Melde dich mit deinem Passkey an",
      text: `Bei ${organization} genügt für dich eine Anmeldung mit ${service} nicht: Nimm stattdessen deinen Passkey.`,
    }),
    setup_wanted: ({ organization }) => ({
      title: "Mach zuerst dein Konto sicherer",
      text: `Bei ${organization} brauchst du einen Passkey oder einen zweiten Faktor. Richte ihn in diesem Browser ein, und fang dann in der App noch einmal an.`,
    }),
  },
  failed: "Die Anmeldung ist misslungen",
  again: (service) => `Noch einmal mit ${service}`,
  otherAccount: "Anderes Konto wählen",
  setUp: (service) => `Hier mit ${service} anmelden`,
  withPasskey: "Zur Anmeldeseite",
  toSettings: "Zurück zu den Einstellungen",
  otherWays: "Alle Arten der Anmeldung",
  fromApp: "Kommst du aus einer App? Dann fang dort noch einmal an.",
  joinTitle: (organization) => `${organization} beitreten`,
  joinAbout: (service) => `Du hast dich mit ${service} angemeldet und hast hier noch kein Konto.`,
  email: "E-Mail",
  fullName: "Dein Name",
  fullNameHint: "So, wie ihn die anderen sehen sollen. Du kannst ihn später ändern.",
  join: (organization) => `${organization} beitreten`,
  haveAccount: "Ich habe schon ein Konto",
  backTitle: "Du bist angemeldet",
  backText: "Schließ diesen Tab, und mach in dem weiter, aus dem du kommst.",
  goOn: (organization) => `Zu ${organization}`,
  carryTitle: "Zurück zur App",
  carryAbout:
    "Du bist angemeldet. Kopiere das hier, und geh zurück zur App: Sie nimmt eine Minute lang, was du kopiert hast.",
  token: "Anmeldecode",
  copy: "Kopieren",
  copied: "Kopiert. Geh jetzt zurück zur App.",
  appTitle: "Weiter im Browser",
  appAbout: (service) =>
    `Die Anmeldung mit ${service} ist in deinem Browser aufgegangen. Melde dich dort an, kopiere den Code, den du bekommst, und komm zurück.`,
  pasted: "Anmeldecode",
  finish: "Anmelden",
  openAgain: "Browser noch einmal öffnen",
  wrongToken: "Das ist nicht der Code dieser Anmeldung. Kopiere ihn noch einmal.",
};

export const externalLoginWords: Readonly<Record<Language, typeof en>> = { en, de };
