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
    channels: "Alle anderen Themen deiner Kanäle",
    byChannel: "Kanäle mit eigenen Regeln",
    permission: "Hinweise dieses Browsers",
    test: "Ausprobieren",
    quiet: "Nicht stören",
    notification_sound: "Ton",
    pm_content_in_desktop_notifications: "Zeigen, was in Direktnachrichten steht",
    enable_online_push_notifications: "Auch auf Mobilgeräten hinweisen, während ich hier bin",
    email_notifications_batching_period_seconds: "Warten, bevor eine E-Mail kommt",
    message_content_in_email_notifications: "In E-Mails zeigen, was in Nachrichten steht",
    realm_name_in_email_notifications_policy: "Name der Organisation im Betreff",
    enable_digest_emails: "Einmal in der Woche: was geschah, während ich weg war",
    enable_login_emails: "Jede neue Anmeldung in meinem Konto",
  },
  hints: {
    pm_content_in_desktop_notifications: "Andere sehen vielleicht deinen Bildschirm.",
    email_notifications_batching_period_seconds: "Was du inzwischen liest, kommt nicht mit.",
    enable_digest_emails: "Wenn die Organisation solche E-Mails schickt.",
    enable_login_emails: "Damit sich niemand unbemerkt als du anmeldet.",
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
    realm_name_in_email_notifications_policy: { 1: "Wenn ich in mehreren bin", 2: "Immer", 3: "Nie" },
  },
  what: "Worauf du hingewiesen wirst, und wie",
  ways: { desktop: "Desktop", sound: "Ton", push: "Push", email: "E-Mail", wildcard: "@all" },
  wildcardHint: "@all: ob Erwähnungen aller auch als Erwähnungen von dir gelten.",
  channelsHint: "Sie gelten statt der Regeln für alle Kanäle.",
  noChannels: "Für alle deine Kanäle gelten die Regeln oben.",
  addChannel: "Regeln für einen Kanal festlegen",
  reset: (name) => `Wie für alle Kanäle: ${name}`,
  device: "Auf diesem Gerät",
  isOn: "Sie sind eingeschaltet.",
  isBlocked: "Der Browser verbietet sie. In seinen Einstellungen für diese Seite lässt sich das ändern.",
  isMissing: "Dieser Browser kann keine zeigen.",
  tryTitle: "So wird auf eine Nachricht hingewiesen",
  tryText: "Jemand: Hallo!",
  quietHint: "Auf diesem Gerät ist solange nichts zu sehen und zu hören.",
  quietFor: { off: "Aus", hour: "Eine Stunde lang", morning: "Bis morgen früh", always: "Bis ich es ausschalte" },
  quietUntil: (when) => `Bis ${when}`,
  desktop: "Desktop und Ton",
  mobile: "Push",
  email: "E-Mail",
  topics: "Themen, denen du folgst oder die stumm sind",
  words: "Signalwörter",
};

export const pushDevices: Translation<typeof pushDevicesWords> = {
  rows: {
    here: "Dieser Browser",
    all: "Browser mit Push-Benachrichtigungen",
  },
  intro:
    "Nachrichten für dich kommen auch an, während diese Seite geschlossen ist. Sie sind verschlüsselt: Die Dienste, die sie befördern, können sie nicht lesen.",
  on: "In diesem Browser Bescheid sagen, auch wenn die Seite geschlossen ist",
  onHint: "Bei Direktnachrichten, Erwähnungen und was du sonst erfahren willst.",
  impossible: "Diesem Browser kann nichts gesagt werden, während die Seite geschlossen ist.",
  installFirst: "Leg diese Seite auf einem iPhone oder iPad zuerst auf den Home-Bildschirm und öffne sie von dort.",
  notHere: "Dieser Server sendet nichts an Browser.",
  blocked: "Der Browser blockiert Hinweise dieser Seite. In seinen Einstellungen lässt sich das ändern.",
  refused: "Der Browser hat abgelehnt. Vielleicht lässt er keine Hinweise zu oder erreicht keinen Push-Dienst.",
  test: "Test senden",
  tested: "Ein Test ist unterwegs",
  gone: "Dieser Browser ist nicht mehr erreichbar und wurde entfernt",
  remove: "Entfernen",
  removed: (name) => `${name} bekommt keine Hinweise mehr`,
  thisBrowser: "Dieser Browser",
  since: "Seit",
  none: "Noch bekommt kein Browser Hinweise.",
};

export const alertWords: Translation<typeof alertWordsWords> = {
  rows: {
    add: "Neues Signalwort",
  },
  addIt: "Hinzufügen",
  hint: "Nachrichten mit einem dieser Wörter zählen, als ob sie dich erwähnten.",
  none: "Noch keine Signalwörter.",
  remove: (word) => `${word} entfernen`,
  removed: (word) => `„${word}“ ist kein Signalwort mehr.`,
};

export const mutedUsers: Translation<typeof mutedUsersWords> = {
  rows: {
    add: "Jemanden stumm stellen",
  },
  hint: "Du siehst nichts von dem, was sie schreiben, und sie erfahren es nicht.",
  none: "Du hast niemanden stumm gestellt.",
  unmute: (name) => `${name} wieder zeigen`,
  since: "Seit",
};

export const topicSettings: Translation<typeof topicSettingsWords> = {
  rows: {
    automatically_follow_topics_policy: "Themen folgen",
    automatically_unmute_topics_in_muted_streams_policy: "Themen in stummen Kanälen laut stellen",
    automatically_follow_topics_where_mentioned: "Themen folgen, in denen ich erwähnt werde",
    resolved_topic_notice_auto_read_policy: "Hinweise auf erledigte Themen gelten als gelesen",
    yours: "Themen mit eigener Regel",
  },
  hints: {},
  options: {
    automatically_follow_topics_policy: {
      1: "In denen ich schreibe, reagiere oder abstimme",
      2: "In denen ich schreibe",
      3: "Die ich beginne",
      4: "Nie",
    },
    automatically_unmute_topics_in_muted_streams_policy: {
      1: "In denen ich schreibe, reagiere oder abstimme",
      2: "In denen ich schreibe",
      3: "Die ich beginne",
      4: "Nie",
    },
    resolved_topic_notice_auto_read_policy: {
      always: "Immer",
      except_followed: "Außer bei Themen, denen ich folge",
      never: "Nie",
    },
  },
  automatic: "Automatisch",
  policies: { 0: "Wie ihr Kanal", 1: "Stumm", 2: "Laut", 3: "Gefolgt" },
  policyOf: (topic) => `Regel für ${topic}`,
  remove: (topic) => `Wie ihr Kanal: ${topic}`,
  none: "Kein Thema hat eine eigene Regel.",
  noneHint: "Im Menü eines Themas kannst du ihm folgen oder es stumm stellen.",
  find: "Thema suchen",
  notFound: "So heißt kein Thema.",
};
