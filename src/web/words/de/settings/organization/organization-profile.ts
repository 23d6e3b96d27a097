import type { Translation } from "../../../catalog.ts";
import type {
  onboardingWords,
  organizationMessagesWords,
  organizationProfileWords,
  userDefaultsWords,
} from "../../../settings/organization/organization-profile.ts";

export const organizationProfile: Translation<typeof organizationProfileWords> = {
  rows: {
    name: "Name der Organisation",
    description: "Beschreibung",
    org_type: "Art der Organisation",
    icon: "Symbol",
    logo: "Logo für helles Design",
    night_logo: "Logo für dunkles Design",
    address: "URL",
    enable_spectator_access: "Besuch ohne Konto erlauben",
    deactivate: "Organisation deaktivieren",
  },
  about: "Über die Organisation",
  pictures: "Bilder",
  seen: "Zugang",
  end: "Organisation deaktivieren",
  descriptionHint: "Markdown ist möglich. Erscheint auf der Anmeldeseite, also können alle im Internet sie lesen.",
  preview: "Vorschau",
  iconHint: "Quadratisch. Erscheint neben dem Namen, in E-Mails und in Benachrichtigungen.",
  logoHint: "Breit. Clients, die ein Logo zeigen, zeigen dieses.",
  upload: "Bild auswählen …",
  remove: "Entfernen",
  tooLarge: (mib) => `Bilder können höchstens ${mib} MB haben.`,
  addressHint: "Steht in Einladungen, E-Mails und Links. Die Serveradministration kann sie ändern.",
  spectatorHint: "Ohne Konto sind nur im Web öffentliche Kanäle zu lesen. Schreiben ist nicht möglich.",
  spectatorClosed: "Im Web öffentliche Kanäle sind auf diesem Server ausgeschaltet.",
  holdsPossible: "Auf diesem Server können Besitzer gelöschte und bearbeitete Nachrichten für Rechtsfälle aufbewahren.",
  invited: "Beitreten kann man nur mit einer Einladung.",
  open: "Wer die URL kennt, kann beitreten.",
  toPermissions: "Ändern, wer beitreten darf",
  ended:
    "Niemand kann sich mehr anmelden, und nichts wird gesendet. Alles bleibt erhalten: Die Serveradministration kann die Organisation reaktivieren.",
  endTitle: (name) => `${name} deaktivieren?`,
  endText: (people) =>
    people === 1
      ? "Du wirst abgemeldet, und niemand kann die Organisation mehr benutzen."
      : `Alle ${people} Personen werden abgemeldet, und niemand kann die Organisation mehr benutzen.`,
  typeName: (name) => `Gib zur Bestätigung ${name} ein`,
  endAction: "Organisation deaktivieren",
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
    1000: "Sonstiges",
  },
};

export const organizationMessages: Translation<typeof organizationMessagesWords> = {
  rows: {
    default_code_block_language: "Standardsprache für Codeblöcke",
    inline_image_preview: "Bilder und Videos in Nachrichten zeigen",
    inline_url_embed_preview: "Vorschau verlinkter Seiten zeigen",
    media_preview_size: "Größe von Bildern in Nachrichten",
    gif_rating_policy: "GIF-Auswahl",
    send_channel_events_messages: "Änderungen an Kanälen im Kanal melden",
    require_e2ee_push_notifications:
      "Ende-zu-Ende-Verschlüsselung für den Inhalt von Push-Benachrichtigungen verlangen",
    transcribe_voice_messages: "Sprachnachrichten transkribieren",
    video_chat_provider: "Anbieter für Anrufe",
    encrypt_calls: "Anrufe über den Medienserver hinaus verschlüsseln",
    jitsi_server_url: "URL von Jitsi Meet",
  },
  messages: "Nachrichten",
  codeHint: "So, wie sie nach ``` steht, etwa python. Leer lassen für keine Hervorhebung.",
  previewHint: "Ausgeschaltet erscheinen nur Links. Gilt für Nachrichten, die ab jetzt gesendet werden.",
  mediaSizes: { 100: "Normal", 150: "Groß", 200: "Sehr groß" },
  gifHint: "Was Apps mit einer GIF-Auswahl höchstens zeigen, nach Altersfreigabe. Dieser Client hat keine.",
  noGifs: "Aus",
  channelEventsHint: "Im Thema „channel events“, etwa wenn ein Kanal umbenannt wird.",
  cardHint: "Der Server lädt Titel und Bild jeder verlinkten Seite.",
  pushHint: "Apps, die das nicht unterstützen, bekommen keine Push-Benachrichtigungen.",
  calls: "Anrufe",
  callsHint: "Für Links zu Anrufen und für die Anruftasten anderer Apps.",
  noCalls: "Keine",
  ownCalls: "Eingebaut",
  transcribeHint:
    "Wer eine Sprachnachricht gesendet hat, kann sie von Workers AI von Cloudflare transkribieren lassen.",
  encryptHint:
    "Für Anrufe, die ab jetzt beginnen: Der Medienserver kann sie weder hören noch sehen. Zum Beitreten ist ein aktueller Browser nötig.",
  jitsiHint: "Leer lassen für die Vorgabe des Servers.",
};

export const onboarding: Translation<typeof onboardingWords> = {
  rows: {
    welcome_message_custom_text: "Eigene Begrüßung",
    send_welcome_emails: "Neuen Personen eine Begrüßungs-E-Mail senden",
    message_content_allowed_in_email_notifications: "Inhalt von Nachrichten in E-Mails aufnehmen",
    digest_emails_enabled: "Zusammenfassungen an Personen senden, die weg waren",
    digest_weekday: "Wochentag",
  },
  newcomers: "Begrüßung",
  welcomeHint:
    "Markdown ist möglich. Der Begrüßungs-Bot sendet es neuen Personen nach seiner eigenen Nachricht. Einladungen können eine eigene haben.",
  trial: "Test an mich senden",
  trialSent: "Test vom Begrüßungs-Bot gesendet",
  letterHint: "Die E-Mail sagt, wo und mit welcher E-Mail-Adresse man sich anmeldet.",
  emails: "E-Mails",
  contentHint: "Ausgeschaltet sagen E-Mails nur, dass es Nachrichten gibt.",
  digest: "Wöchentliche E-Mails",
  digestHint:
    "Die meistbesprochenen Unterhaltungen in ihren Kanälen und neue Kanäle. Alle können das für sich ausschalten.",
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
};

export const userDefaults: Translation<typeof userDefaultsWords> = {
  rows: { title: "Vorgaben für neue Personen" },
  hint: "Gilt für alle, die ab jetzt beitreten; ändern können alle ihre Einstellungen selbst. Bestehende Personen behalten ihre.",
};
