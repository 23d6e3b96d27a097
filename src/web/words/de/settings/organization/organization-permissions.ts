import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type {
  authMethodsWords,
  moderationWords,
  organizationPermissionsWords,
} from "../../../settings/organization/organization-permissions.ts";

export const organizationPermissions: Translation<typeof organizationPermissionsWords> = {
  rows: {
    invite_required: "Zum Beitreten braucht man eine Einladung",
    can_invite_users_group: "Wer andere per E-Mail einladen darf",
    create_multiuse_invite_group: "Wer Einladungslinks erstellen darf",
    emails_restricted_to_domains: "Nur Adressen bestimmter Domains dürfen beitreten",
    disallow_disposable_email_addresses: "Keine Wegwerfadressen",
    waiting_period_threshold: "Tage, bis jemand Neues volles Mitglied ist",
    can_create_public_channel_group: "Wer öffentliche Kanäle anlegen darf",
    can_create_private_channel_group: "Wer private Kanäle anlegen darf",
    can_create_web_public_channel_group: "Wer Kanäle anlegen darf, die das ganze Web lesen kann",
    can_add_subscribers_group: "Wer andere zu Kanälen hinzufügen darf",
    topics_policy: "Nachrichten ohne Thema",
    can_set_topics_policy_group: "Wer das für einen Kanal festlegen darf",
    can_resolve_topics_group: "Wer Themen als erledigt markieren darf",
    can_move_messages_between_topics_group: "Wer Nachrichten in ein anderes Thema verschieben darf",
    move_messages_within_stream_limit_seconds: "Wie lange Nachrichten in ein anderes Thema verschoben werden dürfen",
    can_move_messages_between_channels_group: "Wer Nachrichten in einen anderen Kanal verschieben darf",
    move_messages_between_streams_limit_seconds:
      "Wie lange Nachrichten in einen anderen Kanal verschoben werden dürfen",
    allow_message_editing: "Nachrichten dürfen bearbeitet werden",
    message_content_edit_limit_seconds: "Wie lange man eine Nachricht bearbeiten darf",
    message_edit_history_visibility_policy: "Was vom Verlauf einer Nachricht zu sehen ist",
    can_delete_own_message_group: "Wer eigene Nachrichten löschen darf",
    message_content_delete_limit_seconds: "Wie lange man eine Nachricht löschen darf",
    can_delete_any_message_group: "Wer Nachrichten anderer löschen darf",
    can_set_delete_message_policy_group: "Wer andere in einem Kanal Nachrichten löschen lassen darf",
    can_mention_many_users_group: "Wer in einem großen Kanal alle benachrichtigen darf",
    can_summarize_topics_group: "Wer Themen zusammenfassen lassen darf",
    direct_message_permission_group: "Wer an Direktnachrichten teilnehmen darf",
    direct_message_initiator_group: "Wer eine direkte Unterhaltung beginnen darf",
    can_create_groups: "Wer Gruppen anlegen darf",
    can_manage_all_groups: "Wer jede Gruppe ändern darf",
    can_access_all_users_group: "Wer alle sieht",
    enable_guest_user_indicator: "Gäste am Namen kennzeichnen",
    enable_guest_user_dm_warning: "Warnen, bevor man an Gäste schreibt",
    name_changes_disabled: "Namen stehen fest",
    email_changes_disabled: "E-Mail-Adressen stehen fest",
    avatar_changes_disabled: "Bilder stehen fest",
    require_unique_names: "Keine zwei Personen heißen gleich",
    enable_read_receipts: "Man darf sehen, wer eine Nachricht gelesen hat",
    can_create_bots_group: "Wer Bots jeder Art anlegen darf",
    can_create_write_only_bots_group: "Wer Bots anlegen darf, die nur Nachrichten senden",
    can_add_custom_emoji_group: "Wer Emojis hinzufügen darf",
    can_manage_billing_group: "Wer sich um Zahlungen kümmert",
  },
  hints: {
    invite_required: "Sonst kann jede Person selbst beitreten, die die Adresse findet.",
    create_multiuse_invite_group: "Wer einen solchen Link in die Hände bekommt, kann damit beitreten.",
    emails_restricted_to_domains: "Alle anderen werden abgewiesen, auch mit einer Einladung.",
    disallow_disposable_email_addresses: "Post an Adressen solcher Dienste kann oft jeder lesen.",
    waiting_period_threshold: "Berechtigungen lassen sich auf volle Mitglieder beschränken. Bei 0 sind es alle sofort.",
    can_create_web_public_channel_group: "Alle im Internet können sie lesen, ohne Konto.",
    can_add_subscribers_group: "Zu Kanälen, in denen sie selbst sind oder die öffentlich sind.",
    can_set_topics_policy_group: "Zusätzlich dazu, den Kanal selbst ändern zu dürfen.",
    can_move_messages_between_topics_group: "Administration und Moderation dürfen es immer, egal wie alt sie sind.",
    can_delete_own_message_group: "Wer alle Nachrichten löschen darf, braucht keine weitere Berechtigung.",
    can_delete_any_message_group: "Gelöschte Nachrichten sind für alle endgültig weg.",
    can_mention_many_users_group: "Mit @all, in einem Kanal mit vielen Leuten.",
    direct_message_permission_group:
      "Eine direkte Unterhaltung braucht mindestens eine solche Person. „Niemand“ schaltet Direktnachrichten ab.",
    direct_message_initiator_group: "Andere dürfen ihnen antworten.",
    can_manage_all_groups: "Auch solche, die sie nicht angelegt haben und in denen sie nicht sind.",
    can_access_all_users_group: "Gäste sehen dann nur Leute aus ihren Kanälen und Unterhaltungen.",
    name_changes_disabled: "Nur Administratoren ändern sie.",
    email_changes_disabled: "Nur Administratoren ändern sie.",
    avatar_changes_disabled: "Nur Administratoren ändern sie.",
    enable_read_receipts: "Wer will, kann trotzdem verbergen, was er gelesen hat.",
  },
  parts: {
    joining: "Beitreten",
    channels: "Kanäle",
    topics: "Themen",
    messages: "Nachrichten",
    direct: "Direktnachrichten",
    groups: "Gruppen",
    people: "Menschen und was man von ihnen sieht",
    bots: "Bots und anderes",
  },
  topics: {
    allow_empty_topic: "Erlaubt: Sie stehen in der allgemeinen Unterhaltung",
    disable_empty_topic: "Nicht erlaubt: Jede Nachricht braucht ein Thema",
  },
  histories: {
    all: "Jede Fassung des Textes, und wo sie stand",
    moves: "Nur, wo sie stand",
    none: "Nichts",
  },
  noLimit: "Ohne Grenze",
  custom: "Eine andere Zeit …",
  minutes: "Minuten",
  duration: (minutes) =>
    minutes % (7 * 24 * 60) === 0
      ? plural(minutes / (7 * 24 * 60), { one: "# Woche", other: "# Wochen" })
      : minutes % (24 * 60) === 0
        ? plural(minutes / (24 * 60), { one: "# Tag", other: "# Tage" })
        : minutes % 60 === 0
          ? plural(minutes / 60, { one: "# Stunde", other: "# Stunden" })
          : plural(minutes, { one: "# Minute", other: "# Minuten" }),
  domains: "Domains, deren Adressen beitreten dürfen",
  domain: "Domain",
  domainHint: "Zum Beispiel hafen.example.",
  addDomain: "Domain hinzufügen",
  subdomains: "Mit ihren Subdomains",
  withSubdomains: (domain) => `${domain}, mit Subdomains`,
  domainRemoved: (domain) => `${domain} ist entfernt`,
  lastDomain: "Es ist die letzte: danach dürfen Adressen jeder Domain beitreten.",
  removeDomain: (domain) => `${domain} entfernen`,
  noDomains: "Noch keine. Füge mindestens eine hinzu, bevor du das einschaltest.",
};

export const moderation: Translation<typeof moderationWords> = {
  rows: { moderation_request_channel_id: "Kanal für Meldungen" },
  reports: "Meldungen",
  lead: "Alle können eine Nachricht über ihr Menü melden. Die Meldung geht mit Nachricht und Grund in einen Kanal.",
  channelHint: "Ein privater Kanal derer, die moderieren.",
  noChannel: "Kein Kanal",
  off: "Solange es keinen Kanal dafür gibt, kann niemand Nachrichten melden.",
  reported: "Was gemeldet wurde",
  reportedHint: "Meldungen über eine Person stehen in einem Thema. Erledige es, wenn es erledigt ist.",
  none: "Es wurde noch nichts gemeldet.",
};

export const authMethods: Translation<typeof authMethodsWords> = {
  rows: {
    authentication_methods: "Wege zur Anmeldung",
    second_factor_required_role: "Wer einen Passkey oder einen zweiten Faktor braucht",
  },
  moreThanPassword: "Mehr als ein Passwort",
  secondFactorHint:
    "Auch, wer sich bei einem anderen Dienst anmeldet. Wer keins von beidem hat, richtet es bei der nächsten Anmeldung ein, vor allem anderen.",
  title: "Wege zur Anmeldung",
  hint: "Womit die Personen dieser Organisation zeigen, wer sie sind.",
  methods: {
    dev: {
      label: "Für Entwickler",
      hint: "Ohne Passwort, nur auf diesem Rechner: für alle, die den Server ausprobieren.",
    },
    email: {
      label: "E-Mail und Passwort",
      hint: "Damit werden auch neue Passwörter und Schlüssel anderer Programme angefordert.",
    },
    openId: {
      label: "OpenID Connect",
      hint: "Mit einem Konto bei dem Anbieter, den der Betreiber des Servers eingetragen hat.",
    },
  },
  unavailable: "Der Server bietet das nicht an. Wer ihn betreibt, kann es einrichten.",
  last: "Es ist der letzte Weg: einen muss es geben.",
  offTitle: (name) => `Nicht mehr anmelden mit: ${name}?`,
  offText: "Wer sich so angemeldet hat, bleibt angemeldet. Danach ist ein anderer Weg nötig.",
  offAction: "Abschalten",
};
