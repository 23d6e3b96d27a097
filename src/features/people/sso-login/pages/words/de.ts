import type { en } from "./en.ts";

export const de: typeof en = {
  failures: {
    state: ({ service }) => ({
      title: "Diese Anmeldung wurde anderswo begonnen",
      text: `Die Antwort von ${service} gehört zu einer Anmeldung, die nicht in diesem Browser oder nicht zuletzt begonnen wurde. Du bist nicht angemeldet. Beginne noch einmal.`,
    }),
    expired: () => ({
      title: "Das hat zu lange gedauert",
      text: "Anmeldungen laufen nach 15 Minuten ab. Beginne noch einmal.",
    }),
    used: () => ({
      title: "Diese Anmeldung wurde schon verwendet",
      text: "Eine Anmeldeseite gilt nur einmal, sie lässt sich also nicht mit „Zurück“ im Browser wieder öffnen. Beginne noch einmal.",
    }),
    cancelled: ({ service }) => ({
      title: "Du hast dich nicht angemeldet",
      text: `Die Anmeldung mit ${service} wurde abgebrochen, oder der Zugriff wurde verweigert.`,
    }),
    provider_down: ({ service }) => ({
      title: `${service} antwortet nicht`,
      text: `${service} ist nicht erreichbar. Versuche es in ein paar Minuten noch einmal, oder melde dich anders an.`,
    }),
    untrusted: ({ service }) => ({
      title: `${service} hat eine unerwartete Antwort gesendet`,
      text: "Sie gehört nicht zu dieser Anmeldung, deshalb bist du nicht angemeldet. Versuche es noch einmal. Wenn es wieder geschieht, sag es der Serveradministration: Im Protokoll des Servers stehen die Details.",
    }),
    unverified: ({ service, email }) => ({
      title: "Deine E-Mail-Adresse ist nicht bestätigt",
      text: `${service} bestätigt nicht, dass ${email || "deine E-Mail-Adresse"} dir gehört. Bestätige sie dort, und versuch es noch einmal.`,
    }),
    not_allowed: ({ organization, email }) => ({
      title: "Diese E-Mail-Adresse ist hier nicht erlaubt",
      text: `${organization} erlaubt keine Konten mit ${email || "dieser Adresse"}. Melde dich mit einer anderen an, oder frag die Administration.`,
    }),
    deactivated: ({ organization }) => ({
      title: "Dein Konto ist deaktiviert",
      text: `Die Administration von ${organization} kann es reaktivieren.`,
    }),
    login_only: ({ service, email }) => ({
      title: "Du hast noch kein Konto",
      text: `Zu ${email || "deiner Adresse"} gibt es hier kein Konto, und ${service} kann keines erstellen. Bitte die Administration um eine Einladung.`,
    }),
    invitation_needed: ({ organization, email }) => ({
      title: "Du brauchst eine Einladung",
      text: `Zu ${email || "deiner Adresse"} gibt es bei ${organization} kein Konto, und beitreten kann man nur mit einer Einladung. Melde dich mit einer anderen Adresse an, oder bitte um eine Einladung.`,
    }),
    other_address: ({ service, email }) => ({
      title: "Die Einladung gilt einer anderen Adresse",
      text: `Bei ${service} bist du ${email || "jemand anderes"}. Wähle dort das Konto, das eingeladen wurde, oder geh zurück zur Einladung und tritt mit einem Passwort bei.`,
    }),
    not_confirmed: ({ email }) => ({
      title: "Diese E-Mail-Adresse ist noch nicht bestätigt",
      text: `Das Konto mit ${email || "deiner Adresse"} hat diese Adresse von der Administration bekommen. Öffne den Link in der E-Mail dazu und melde dich dann noch einmal an.`,
    }),
    other_login: ({ service, email }) => ({
      title: "Dieses Konto gehört zu einer anderen Anmeldung",
      text: `Das Konto mit ${email || "deiner Adresse"} ist mit einer anderen Person oder einem anderen Konto bei ${service} verknüpft. Melde dich damit an oder mit deinem Passwort; in den Einstellungen kannst du die Verknüpfung lösen.`,
    }),
    not_fresh: ({ service }) => ({
      title: `${service} hat dich nicht neu angemeldet`,
      text: `Diese Änderung braucht eine frische Anmeldung. Melde dich bei ${service} ab und versuche es noch einmal.`,
    }),
    switched_off: ({ service, organization }) => ({
      title: `Anmeldung mit ${service} ist ausgeschaltet`,
      text: `${organization} hat diese Anmeldemethode ausgeschaltet. Melde dich anders an.`,
    }),
    linked_elsewhere: ({ service, organization }) => ({
      title: "Diese Anmeldung ist schon verknüpft",
      text: `Dieses Konto bei ${service} ist mit einem anderen Konto bei ${organization} verknüpft. Löse zuerst die Verknüpfung in dessen Einstellungen, oder wähle ein anderes Konto bei ${service}.`,
    }),
    passkey_wanted: ({ service, organization }) => ({
      title: "Melde dich mit deinem Passkey an",
      text: `${organization} verlangt einen Passkey. ${service} allein genügt nicht.`,
    }),
    setup_wanted: ({ organization }) => ({
      title: "Sichere zuerst dein Konto",
      text: `${organization} verlangt einen Passkey oder Zwei-Faktor-Authentifizierung. Richte das in diesem Browser ein, und beginne dann noch einmal in der App.`,
    }),
  },
  failed: "Anmeldung fehlgeschlagen",
  again: (service) => `Noch einmal mit ${service}`,
  otherAccount: "Anderes Konto wählen",
  setUp: (service) => `Hier mit ${service} anmelden`,
  withPasskey: "Zur Anmeldeseite",
  toSettings: "Zurück zu den Einstellungen",
  otherWays: "Alle Anmeldemethoden",
  fromApp: "Kommst du aus einer App? Beginne dort noch einmal.",
  joinTitle: (organization) => `${organization} beitreten`,
  joinAbout: (service) => `Du hast dich mit ${service} angemeldet und hast hier noch kein Konto.`,
  email: "E-Mail",
  fullName: "Dein Name",
  fullNameHint: "So sehen dich andere. Du kannst das später ändern.",
  join: (organization) => `${organization} beitreten`,
  haveAccount: "Ich habe schon ein Konto",
  backTitle: "Du bist angemeldet",
  backText: "Schließ diesen Tab, und kehre zu dem zurück, aus dem du kommst.",
  goOn: (organization) => `Zu ${organization}`,
  carryTitle: "Zurück zur App",
  carryAbout: "Du bist angemeldet. Kopiere diesen Code, und geh innerhalb einer Minute zurück zur App.",
  token: "Anmeldecode",
  copy: "Kopieren",
  copied: "Kopiert. Geh jetzt zurück zur App.",
  appTitle: "Weiter im Browser",
  appAbout: (service) =>
    `Die Anmeldung mit ${service} ist in deinem Browser aufgegangen. Melde dich dort an, kopiere den Code, den du bekommst, und komm zurück.`,
  pasted: "Anmeldecode",
  finish: "Anmelden",
  openAgain: "Browser noch einmal öffnen",
  wrongToken: "Dieser Code gehört nicht zu dieser Anmeldung. Kopiere ihn noch einmal.",
};
