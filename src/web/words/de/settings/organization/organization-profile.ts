import type { Translation } from "../../../catalog.ts";
import type {
  organizationMessagesWords,
  organizationProfileWords,
  userDefaultsWords,
} from "../../../settings/organization/organization-profile.ts";

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

export const organizationMessages: Translation<typeof organizationMessagesWords> = {
  rows: {
    default_code_block_language: "Sprache von Code, der keine nennt",
    inline_image_preview: "Bilder und Videos in Nachrichten zeigen",
    inline_url_embed_preview: "Karten verlinkter Seiten zeigen",
    require_e2ee_push_notifications: "Texte von Nachrichten nur verschlüsselt an Geräte schicken",
    video_chat_provider: "Anrufe laufen über",
    jitsi_server_url: "Adresse von Jitsi Meet",
    message_content_allowed_in_email_notifications: "In E-Mails zeigen, was in Nachrichten steht",
    send_welcome_emails: "Neue mit einer E-Mail begrüßen",
    welcome_message_custom_text: "Deine Worte zur Begrüßung",
  },
  messages: "Nachrichten",
  codeHint: "So, wie man sie nach ``` schreibt, etwa python. Leer, damit er nicht farbig wird.",
  previewHint: "Sonst stehen dort nur Links. Es gilt für Nachrichten, die ab jetzt geschrieben werden.",
  cardHint: "Titel und Bild; danach fragt der Server die Seite, sobald eine Nachricht auf sie verlinkt.",
  pushHint: "Apps, die das nicht können, sagen nur, dass es eine Nachricht gibt.",
  calls: "Anrufe",
  callsHint: "Was in Apps beginnt, die einen Knopf für Anrufe haben. Dieser Client hat keinen.",
  noCalls: "Keine",
  jitsiHint: "Leer für die, die der Server nennt.",
  newcomers: "Neue",
  emails: "E-Mails",
  contentHint: "Sonst sagen E-Mails über Nachrichten nur, dass es welche gibt.",
  letterHint: "Sie sagt, wo und mit welcher Adresse sie sich anmelden.",
  welcomeHint:
    "Markdown. Der Begrüßungs-Bot schreibt es allen, die beitreten, nach dem, was er immer sagt. Einladungen können andere Worte haben.",
  trial: "An mich schicken",
  trialSent: "Der Begrüßungs-Bot hat dir geschrieben",
};

export const userDefaults: Translation<typeof userDefaultsWords> = {
  rows: { title: "Womit neue Personen beginnen" },
  hint: "Wer von jetzt an beitritt, hat diese Einstellungen und kann sie ändern. Wer schon da ist, behält die eigenen.",
};
