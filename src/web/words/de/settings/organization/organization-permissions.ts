import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type {
  authMethodsWords,
  moderationWords,
  organizationPermissionsWords,
} from "../../../settings/organization/organization-permissions.ts";

export const organizationPermissions: Translation<typeof organizationPermissionsWords> = {
  rows: {
    invite_required: "Zum Beitreten ist eine Einladung nötig",
    can_invite_users_group: "Wer andere per E-Mail einladen darf",
    create_multiuse_invite_group: "Wer Einladungslinks erstellen darf",
    emails_restricted_to_domains: "E-Mail-Domains neuer Personen einschränken",
    disallow_disposable_email_addresses: "Keine Wegwerfadressen erlauben",
    waiting_period_threshold: "Wartezeit, bis man Vollmitglied ist (Tage)",
    can_create_public_channel_group: "Wer öffentliche Kanäle erstellen darf",
    can_create_private_channel_group: "Wer private Kanäle erstellen darf",
    can_create_web_public_channel_group: "Wer im Web öffentliche Kanäle erstellen darf",
    can_add_subscribers_group: "Wer Personen zu Kanälen hinzufügen darf",
    topics_policy: "Nachrichten ohne Thema",
    can_set_topics_policy_group: "Wer Nachrichten ohne Thema in einem Kanal erlauben oder vorschreiben darf",
    can_resolve_topics_group: "Wer Themen als erledigt markieren darf",
    can_move_messages_between_topics_group: "Wer Nachrichten in ein anderes Thema verschieben darf",
    move_messages_within_stream_limit_seconds: "Frist für das Verschieben in ein anderes Thema",
    can_move_messages_between_channels_group: "Wer Nachrichten in einen anderen Kanal verschieben darf",
    move_messages_between_streams_limit_seconds: "Frist für das Verschieben in einen anderen Kanal",
    allow_message_editing: "Bearbeiten von Nachrichten erlauben",
    message_content_edit_limit_seconds: "Frist für das Bearbeiten von Nachrichten",
    message_edit_history_visibility_policy: "Bearbeitungsverlauf von Nachrichten zeigen",
    can_delete_own_message_group: "Wer eigene Nachrichten löschen darf",
    message_content_delete_limit_seconds: "Frist für das Löschen von Nachrichten",
    can_delete_any_message_group: "Wer alle Nachrichten löschen darf",
    can_set_delete_message_policy_group: "Wer ändern darf, wer in einem Kanal Nachrichten löscht",
    can_mention_many_users_group: "Wer in einem großen Kanal alle benachrichtigen darf",
    can_summarize_topics_group: "Wer Themen zusammenfassen lassen darf",
    direct_message_permission_group: "Wer Direktnachrichten verwenden darf",
    direct_message_initiator_group: "Wer Direktnachrichten beginnen darf",
    can_create_groups: "Wer Gruppen erstellen darf",
    can_manage_all_groups: "Wer alle Gruppen verwalten darf",
    can_access_all_users_group: "Wer alle Personen sehen darf",
    enable_guest_user_indicator: "Gäste neben dem Namen kennzeichnen",
    enable_guest_user_dm_warning: "Vor Nachrichten an Gäste warnen",
    name_changes_disabled: "Namensänderungen verhindern",
    email_changes_disabled: "Änderungen der E-Mail-Adresse verhindern",
    avatar_changes_disabled: "Änderungen des Profilbilds verhindern",
    require_unique_names: "Eindeutige Namen verlangen",
    enable_read_receipts: "Zeigen, wer eine Nachricht gelesen hat",
    can_create_bots_group: "Wer Bots jeder Art erstellen darf",
    can_create_write_only_bots_group: "Wer Bots erstellen darf, die nur Nachrichten senden",
    can_add_custom_emoji_group: "Wer eigene Emoji hinzufügen darf",
    can_manage_billing_group: "Wer die Abrechnung verwalten darf",
    workplace_users_group: "Wer für einen bezahlten Tarif zählt",
  },
  hints: {
    invite_required: "Ausgeschaltet kann beitreten, wer die URL kennt.",
    create_multiuse_invite_group: "Wer einen solchen Link bekommt, kann beitreten.",
    emails_restricted_to_domains: "Wer eine andere Adresse hat, kann nicht beitreten, auch nicht mit einer Einladung.",
    disallow_disposable_email_addresses: "E-Mails an solche Adressen kann oft jeder lesen.",
    waiting_period_threshold: "Berechtigungen lassen sich auf Vollmitglieder beschränken. Bei 0 sind es alle sofort.",
    can_create_web_public_channel_group: "Alle im Internet können diese Kanäle lesen, ohne Konto.",
    can_add_subscribers_group: "Zu Kanälen, in denen sie sind, und zu öffentlichen Kanälen.",
    can_set_topics_policy_group: "Nötig ist auch die Berechtigung, den Kanal zu verwalten.",
    can_move_messages_between_topics_group: "Für Administration und Moderation gilt keine Frist.",
    can_delete_own_message_group: "Wer alle Nachrichten löschen darf, darf auch die eigenen löschen.",
    can_delete_any_message_group: "Nachrichten werden endgültig gelöscht, für alle.",
    can_mention_many_users_group: "Mit @all, in einem Kanal mit vielen Mitgliedern.",
    direct_message_permission_group:
      "Mindestens eine solche Person muss teilnehmen. „Niemand“ schaltet Direktnachrichten aus.",
    direct_message_initiator_group: "Alle anderen können antworten.",
    can_manage_all_groups: "Auch Gruppen, die sie nicht erstellt haben und in denen sie nicht sind.",
    can_access_all_users_group:
      "Gäste ohne diese Berechtigung sehen nur Personen aus ihren Kanälen und Unterhaltungen.",
    name_changes_disabled: "Die Administration kann sie weiter ändern.",
    email_changes_disabled: "Die Administration kann sie weiter ändern.",
    avatar_changes_disabled: "Die Administration kann sie weiter ändern.",
    enable_read_receipts: "Wer will, kann trotzdem verbergen, was er gelesen hat.",
  },
  parts: {
    joining: "Beitreten",
    channels: "Kanäle",
    topics: "Themen",
    messages: "Nachrichten",
    direct: "Direktnachrichten",
    groups: "Gruppen",
    people: "Personen und Privatsphäre",
    bots: "Sonstiges",
  },
  topics: {
    allow_empty_topic: "Erlaubt (im allgemeinen Chat)",
    disable_empty_topic: "Nicht erlaubt (ein Thema ist Pflicht)",
  },
  histories: {
    all: "Bearbeitungen und Verschiebungen",
    moves: "Nur Verschiebungen",
    none: "Nichts",
  },
  noLimit: "Keine Frist",
  custom: "Andere Frist …",
  minutes: "Minuten",
  duration: (minutes) =>
    minutes % (7 * 24 * 60) === 0
      ? plural(minutes / (7 * 24 * 60), { one: "# Woche", other: "# Wochen" })
      : minutes % (24 * 60) === 0
        ? plural(minutes / (24 * 60), { one: "# Tag", other: "# Tage" })
        : minutes % 60 === 0
          ? plural(minutes / 60, { one: "# Stunde", other: "# Stunden" })
          : plural(minutes, { one: "# Minute", other: "# Minuten" }),
  domains: "Erlaubte Domains",
  domain: "Domain",
  domainHint: "Zum Beispiel hafen.example.",
  addDomain: "Domain hinzufügen",
  subdomains: "Mit Subdomains",
  withSubdomains: (domain) => `${domain}, mit Subdomains`,
  domainRemoved: (domain) => `${domain} entfernt`,
  lastDomain: "Das ist die letzte Domain. Danach können Adressen jeder Domain beitreten.",
  removeDomain: (domain) => `${domain} entfernen`,
  noDomains: "Noch keine Domains. Füge mindestens eine hinzu, bevor du das einschaltest.",
};

export const moderation: Translation<typeof moderationWords> = {
  rows: { moderation_request_channel_id: "Kanal für Meldungen" },
  reports: "Meldungen",
  lead: "Alle können eine Nachricht über ihr Menü melden. Meldungen gehen in den Kanal, den du wählst.",
  channelHint: "Ein privater Kanal für die Moderation.",
  noChannel: "Kein Kanal",
  off: "Solange kein Kanal gewählt ist, lassen sich keine Nachrichten melden.",
  reported: "Letzte Meldungen",
  reportedHint:
    "Meldungen über eine Person stehen in einem Thema. Markiere es als erledigt, sobald der Fall geklärt ist.",
  none: "Noch keine Meldungen",
};

export const authMethods: Translation<typeof authMethodsWords> = {
  rows: {
    authentication_methods: "Anmeldemethoden",
    second_factor_required_role: "Wer einen Passkey oder Zwei-Faktor-Authentifizierung verwenden muss",
  },
  moreThanPassword: "Zwei-Faktor-Authentifizierung",
  secondFactorHint:
    "Gilt auch für Anmeldungen mit einem anderen Dienst. Wer keins von beidem hat, richtet es bei der nächsten Anmeldung ein.",
  title: "Anmeldemethoden",
  hint: "Wie man sich in dieser Organisation anmelden kann.",
  methods: {
    dev: {
      label: "Anmeldung für die Entwicklung",
      hint: "Ohne Passwort, nur auf diesem Rechner. Zum Ausprobieren des Servers.",
    },
    email: {
      label: "E-Mail und Passwort",
      hint: "Auch nötig, um Passwörter per E-Mail zurückzusetzen und API-Schlüssel zu bekommen.",
    },
    openId: {
      label: "OpenID Connect",
      hint: "Mit einem Konto bei dem Anbieter, den die Serveradministration eingerichtet hat.",
    },
  },
  unavailable: "Auf diesem Server nicht eingerichtet. Frag die Serveradministration.",
  last: "Mindestens eine Anmeldemethode ist nötig.",
  offTitle: (name) => `Anmeldung mit ${name} ausschalten?`,
  offText: "Wer sich so angemeldet hat, bleibt angemeldet. Beim nächsten Mal ist eine andere Anmeldemethode nötig.",
  offAction: "Ausschalten",
};
