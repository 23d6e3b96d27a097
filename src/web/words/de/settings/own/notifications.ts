import type { Translation } from "../../../catalog.ts";
import type {
  alertWordsWords,
  mutedUsersWords,
  notificationSettingsWords,
  pushDevicesWords,
  topicSettingsWords,
} from "../../../settings/own/notifications.ts";

export const notificationSettings: Translation<typeof notificationSettingsWords> = {
  rows: {
    directs: "Direktnachrichten und Erwähnungen",
    followed: "Themen, denen du folgst",
    channels: "Alle anderen Themen in deinen Kanälen",
    byChannel: "Einstellungen für einzelne Kanäle",
    permission: "Benachrichtigungen im Browser",
    test: "Ausprobieren",
    quiet: "Nicht stören",
    notification_sound: "Ton",
    pm_content_in_desktop_notifications: "Inhalt von Direktnachrichten zeigen",
    enable_call_ringing: "Klingeln, wenn mich jemand anruft",
    enable_online_push_notifications: "Push-Benachrichtigungen auch senden, wenn ich hier aktiv bin",
    email_notifications_batching_period_seconds: "Verzögerung vor dem Senden von E-Mails",
    message_content_in_email_notifications: "Inhalt von Nachrichten in E-Mails aufnehmen",
    realm_name_in_email_notifications_policy: "Name der Organisation im Betreff",
    enable_digest_emails: "Wöchentliche Zusammenfassung, wenn ich weg war",
    enable_login_emails: "Neue Anmeldungen in meinem Konto",
  },
  hints: {
    pm_content_in_desktop_notifications: "Andere sehen vielleicht deinen Bildschirm.",
    enable_call_ringing: "Ist das aus, ist ein Anruf auf allen deinen Geräten eine Nachricht wie jede andere.",
    email_notifications_batching_period_seconds: "Nachrichten, die du inzwischen liest, sind nicht enthalten.",
    enable_digest_emails: "Falls deine Organisation diese E-Mails sendet.",
    enable_login_emails: "Damit du merkst, wenn sich jemand anderes anmeldet.",
  },
  options: {
    notification_sound: { parley: "Parley", zulip: "Zwei Töne", ding: "Glocke", none: "Keiner" },
    email_notifications_batching_period_seconds: {
      120: "2 Minuten",
      300: "5 Minuten",
      600: "10 Minuten",
      1800: "30 Minuten",
      3600: "1 Stunde",
      21600: "6 Stunden",
      86400: "1 Tag",
    },
    realm_name_in_email_notifications_policy: { 1: "Wenn ich in mehreren Organisationen bin", 2: "Immer", 3: "Nie" },
  },
  what: "Mich benachrichtigen bei",
  ways: { desktop: "Desktop", sound: "Ton", push: "Push", email: "E-Mail", wildcard: "@all" },
  wildcardHint: "@all: @all-Erwähnungen wie Erwähnungen von mir behandeln.",
  channelsHint: "Diese gehen den Einstellungen oben vor.",
  noChannels: "Für alle deine Kanäle gelten die Einstellungen oben.",
  addChannel: "Kanal anpassen",
  reset: (name) => `${name} auf Standard zurücksetzen`,
  device: "Auf diesem Gerät",
  isOn: "Eingeschaltet",
  isBlocked:
    "Dein Browser blockiert Benachrichtigungen dieser Website. Erlaube sie in seinen Einstellungen für die Website.",
  isMissing: "Dieser Browser unterstützt keine Benachrichtigungen.",
  tryTitle: "Testbenachrichtigung",
  tryText: "Jemand: Hallo!",
  quietHint: "Hält Benachrichtigungen und Töne auf diesem Gerät an.",
  quietFor: { off: "Aus", hour: "Eine Stunde lang", morning: "Bis morgen früh", always: "Bis ich es ausschalte" },
  quietUntil: (when) => `Bis ${when}`,
  desktop: "Desktop und Ton",
  mobile: "Push",
  email: "E-Mail",
  topics: "Themen",
  words: "Signalwörter",
};

export const pushDevices: Translation<typeof pushDevicesWords> = {
  rows: {
    on: "Mich in diesem Browser benachrichtigen, auch wenn Parley geschlossen ist",
    all: "Browser mit Push-Benachrichtigungen",
  },
  onHint:
    "Für alles, was du unter „Push“ wählst. Push-Dienste können deine Nachrichten nicht lesen, denn sie sind verschlüsselt.",
  impossible: "Dieser Browser kann keine Benachrichtigungen empfangen, während die Seite geschlossen ist.",
  installFirst: "Füge diese Seite auf einem iPhone oder iPad zuerst zum Home-Bildschirm hinzu und öffne sie von dort.",
  notHere: "Dieser Server sendet keine Push-Benachrichtigungen an Browser.",
  refused:
    "Push-Benachrichtigungen konnten nicht eingeschaltet werden. Vielleicht erlaubt sie dein Browser nicht, oder er erreicht seinen Push-Dienst nicht.",
  test: "Test senden",
  tested: "Test gesendet",
  gone: "Dieser Browser ist nicht mehr erreichbar und wurde entfernt",
  remove: "Entfernen",
  removed: (name) => `Push-Benachrichtigungen für ${name} ausgeschaltet`,
  thisBrowser: "Dieser Browser",
  since: "Seit",
  none: "Noch keine Browser",
};

export const alertWords: Translation<typeof alertWordsWords> = {
  rows: {
    add: "Neues Signalwort",
  },
  addIt: "Hinzufügen",
  hint: "Nachrichten mit diesen Wörtern benachrichtigen dich, als ob sie dich erwähnten.",
  none: "Noch keine Signalwörter",
  remove: (word) => `${word} entfernen`,
  removed: (word) => `Signalwort „${word}“ entfernt.`,
};

export const mutedUsers: Translation<typeof mutedUsersWords> = {
  rows: {
    add: "Jemanden stummschalten",
  },
  title: "Stummgeschaltete Personen",
  hint: "Nachrichten dieser Personen sind für dich verborgen. Die Personen erfahren nichts davon.",
  none: "Du hast niemanden stummgeschaltet.",
  unmute: (name) => `Stummschaltung von ${name} aufheben`,
  since: "Seit",
};

export const topicSettings: Translation<typeof topicSettingsWords> = {
  rows: {
    automatically_follow_topics_policy: "Themen automatisch folgen",
    automatically_unmute_topics_in_muted_streams_policy:
      "Stummschaltung von Themen in stummgeschalteten Kanälen automatisch aufheben",
    automatically_follow_topics_where_mentioned: "Themen automatisch folgen, in denen ich erwähnt werde",
    resolved_topic_notice_auto_read_policy: "Hinweise auf erledigte Themen als gelesen markieren",
    yours: "Deine Themen",
  },
  hints: {},
  options: {
    automatically_follow_topics_policy: {
      1: "An denen ich teilnehme",
      2: "In denen ich schreibe",
      3: "Die ich beginne",
      4: "Nie",
    },
    automatically_unmute_topics_in_muted_streams_policy: {
      1: "An denen ich teilnehme",
      2: "In denen ich schreibe",
      3: "Die ich beginne",
      4: "Nie",
    },
    resolved_topic_notice_auto_read_policy: {
      always: "Immer",
      except_followed: "Außer in Themen, denen ich folge",
      never: "Nie",
    },
  },
  automatic: "Automatisch",
  policies: { 0: "Standard", 1: "Stummgeschaltet", 2: "Nicht stummgeschaltet", 3: "Gefolgt" },
  policyOf: (topic) => `Benachrichtigungen für ${topic}`,
  remove: (topic) => `${topic} auf Standard zurücksetzen`,
  none: "Du hast keine gefolgten oder stummgeschalteten Themen.",
  noneHint: "Im Menü eines Themas kannst du ihm folgen oder es stummschalten.",
  find: "Thema suchen",
  notFound: "Kein passendes Thema",
};
