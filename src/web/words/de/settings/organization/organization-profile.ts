import type { Translation } from "../../../catalog.ts";
import type { organizationProfileWords } from "../../../settings/organization/organization-profile.ts";

export const organizationProfile: Translation<typeof organizationProfileWords> = {
  rows: {
    name: "Name der Organisation",
    description: "Beschreibung",
    org_type: "Art der Organisation",
    icon: "Bild",
    logo: "Logo auf hellem Grund",
    night_logo: "Logo auf dunklem Grund",
    address: "Adresse",
    enable_spectator_access: "Auch ohne Konto hineinschauen lassen",
    digest_emails_enabled: "Leuten schreiben, die einige Tage nicht da waren",
    digest_weekday: "Wochentag",
    deactivate: "Organisation deaktivieren",
  },
  about: "Was sie ist",
  pictures: "Bilder",
  seen: "Wer sie sieht",
  digest: "Wöchentliche E-Mails",
  digestHint:
    "Was in den Kanälen, die sie lesen, am meisten gesagt wurde, und welche Kanäle neu sind. Alle können das für sich abschalten.",
  noMail: "Dieser Server kann keine E-Mails verschicken.",
  weekdays: {
    0: "Montag",
    1: "Dienstag",
    2: "Mittwoch",
    3: "Donnerstag",
    4: "Freitag",
    5: "Samstag",
    6: "Sonntag",
  },
  end: "Das Ende",
  descriptionHint:
    "Markdown. Sie steht auf der Seite, auf der man sich anmeldet und beitritt: Alle im Internet können sie lesen.",
  preview: "So sieht sie dort aus",
  iconHint: "Ein Quadrat. Es steht neben dem Namen, in Briefen und Benachrichtigungen.",
  logoHint: "Breit. Clients, die ein Logo zeigen, zeigen dieses.",
  upload: "Bild auswählen …",
  remove: "Entfernen",
  tooLarge: (mib) => `Bilder dürfen höchstens ${mib} MiB haben.`,
  addressHint: "Einladungen, Briefe und Links führen hierher. Ändern kann sie, wer den Server betreibt.",
  spectatorHint: "Sie lesen Kanäle, die im ganzen Web öffentlich sind, und sonst nichts. Schreiben können sie nicht.",
  spectatorClosed: "Dieser Server hat keine Kanäle für das ganze Web.",
  invited: "Beitreten kann man nur mit einer Einladung.",
  open: "Wer die Adresse findet, kann beitreten.",
  toPermissions: "Ändern, wer beitreten darf",
  ended:
    "Niemand kann sich mehr anmelden, und nichts wird mehr verschickt. Alles bleibt erhalten: Wer den Server betreibt, kann sie wieder in Betrieb nehmen.",
  endTitle: (name) => `${name} deaktivieren?`,
  endText: (people) =>
    people === 1
      ? "Du wirst abgemeldet, und niemand kann die Organisation mehr benutzen."
      : `Alle ${people} Personen werden abgemeldet, und niemand kann die Organisation mehr benutzen.`,
  typeName: (name) => `Tippe ${name}, um zu sagen, dass du es ernst meinst`,
  endAction: "Für alle deaktivieren",
  types: {
    0: "Keine Angabe",
    10: "Firma",
    20: "Open-Source-Projekt",
    30: "Bildung, gemeinnützig",
    35: "Bildung, gewerblich",
    40: "Forschung",
    50: "Veranstaltung oder Konferenz",
    60: "Gemeinnützige Organisation",
    70: "Behörde",
    80: "Politische Gruppe",
    90: "Gemeinschaft",
    100: "Privat",
    1000: "Etwas anderes",
  },
};
