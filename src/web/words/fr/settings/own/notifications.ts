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
    directs: "Messages directs et mentions",
    followed: "Sujets que vous suivez",
    channels: "Tous les autres sujets de vos canaux",
    byChannel: "Paramètres par canal",
    permission: "Notifications du navigateur",
    test: "Essayer",
    quiet: "Ne pas déranger",
    notification_sound: "Son",
    pm_content_in_desktop_notifications: "Afficher le contenu des messages directs",
    enable_call_ringing: "Sonner quand quelqu’un m’appelle",
    enable_online_push_notifications: "Envoyer des notifications push même si je suis en ligne ici",
    email_notifications_batching_period_seconds: "Délai avant l’envoi d’e-mails",
    message_content_in_email_notifications: "Inclure le contenu des messages dans les e-mails",
    realm_name_in_email_notifications_policy: "Nom de l’organisation dans l’objet",
    enable_digest_emails: "Résumé hebdomadaire après une absence",
    enable_login_emails: "Nouvelles connexions à mon compte",
  },
  hints: {
    pm_content_in_desktop_notifications: "D’autres personnes pourraient voir votre écran.",
    enable_call_ringing: "Si c’est désactivé, un appel est un message comme un autre sur tous vos appareils.",
    email_notifications_batching_period_seconds: "Les messages lus entre-temps n’y figurent pas.",
    enable_digest_emails: "Si votre organisation envoie ces e-mails.",
    enable_login_emails: "Pour savoir si quelqu’un d’autre se connecte.",
  },
  options: {
    notification_sound: { parley: "Parley", zulip: "Deux notes", ding: "Cloche", none: "Aucun" },
    email_notifications_batching_period_seconds: {
      120: "2 minutes",
      300: "5 minutes",
      600: "10 minutes",
      1800: "30 minutes",
      3600: "1 heure",
      21600: "6 heures",
      86400: "1 jour",
    },
    realm_name_in_email_notifications_policy: {
      1: "Si je suis dans plusieurs organisations",
      2: "Toujours",
      3: "Jamais",
    },
  },
  what: "M’avertir pour",
  ways: { desktop: "Bureau", sound: "Son", push: "Push", email: "E-mail", wildcard: "@all" },
  wildcardHint: "@all : traiter les mentions @all comme si elles me mentionnaient.",
  channelsHint: "Ils priment sur les paramètres ci-dessus.",
  noChannels: "Tous vos canaux utilisent les paramètres ci-dessus.",
  addChannel: "Personnaliser un canal",
  reset: (name) => `Réinitialiser ${name}`,
  device: "Sur cet appareil",
  isOn: "Activées",
  isBlocked: "Votre navigateur bloque les notifications de ce site. Autorisez-les dans les paramètres du site.",
  isMissing: "Ce navigateur ne prend pas en charge les notifications.",
  tryTitle: "Notification d’essai",
  tryText: "Quelqu’un : Bonjour !",
  quietHint: "Suspend les notifications et les sons sur cet appareil.",
  quietFor: {
    off: "Désactivé",
    hour: "Pendant une heure",
    morning: "Jusqu’à demain matin",
    always: "Jusqu’à ce que je le désactive",
  },
  quietUntil: (when) => `Jusqu’à : ${when}`,
  desktop: "Bureau et son",
  mobile: "Push",
  email: "E-mail",
  topics: "Sujets",
  words: "Mots d’alerte",
};

export const pushDevices: Translation<typeof pushDevicesWords> = {
  rows: {
    on: "M’avertir dans ce navigateur, même quand Parley est fermé",
    all: "Navigateurs avec notifications push",
  },
  onHint: "Pour ce que vous choisissez sous « Push ». Les services push ne peuvent pas lire vos messages, chiffrés.",
  impossible: "Ce navigateur ne peut pas recevoir de notifications quand la page est fermée.",
  installFirst: "Sur un iPhone ou un iPad, ajoutez d’abord cette page à l’écran d’accueil et ouvrez-la depuis là.",
  notHere: "Ce serveur n’envoie pas de notifications push aux navigateurs.",
  refused:
    "Impossible d’activer les notifications push. Votre navigateur ne les autorise peut-être pas, ou ne joint pas son service push.",
  test: "Envoyer un essai",
  tested: "Essai envoyé",
  gone: "Ce navigateur n’est plus joignable et a été retiré",
  remove: "Retirer",
  removed: (name) => `Notifications push désactivées pour ${name}`,
  thisBrowser: "Ce navigateur",
  since: "Depuis",
  none: "Aucun navigateur pour le moment",
};

export const alertWords: Translation<typeof alertWordsWords> = {
  rows: {
    add: "Nouveau mot d’alerte",
  },
  addIt: "Ajouter",
  hint: "Les messages contenant ces mots vous avertissent comme s’ils vous mentionnaient.",
  none: "Aucun mot d’alerte pour le moment",
  remove: (word) => `Retirer ${word}`,
  removed: (word) => `Mot d’alerte « ${word} » retiré.`,
};

export const mutedUsers: Translation<typeof mutedUsersWords> = {
  rows: {
    add: "Mettre quelqu’un en sourdine",
  },
  title: "Personnes en sourdine",
  hint: "Leurs messages vous sont masqués. Ces personnes n’en sont pas averties.",
  none: "Vous n’avez mis personne en sourdine.",
  unmute: (name) => `Retirer la sourdine de ${name}`,
  since: "Depuis",
};

export const topicSettings: Translation<typeof topicSettingsWords> = {
  rows: {
    automatically_follow_topics_policy: "Suivre automatiquement les sujets",
    automatically_unmute_topics_in_muted_streams_policy: "Réactiver les sujets des canaux en sourdine",
    automatically_follow_topics_where_mentioned: "Suivre automatiquement les sujets où l’on me mentionne",
    resolved_topic_notice_auto_read_policy: "Marquer comme lus les avis de sujets résolus",
    yours: "Vos sujets",
  },
  hints: {},
  options: {
    automatically_follow_topics_policy: {
      1: "Où je participe",
      2: "Où j’envoie un message",
      3: "Que je lance",
      4: "Jamais",
    },
    automatically_unmute_topics_in_muted_streams_policy: {
      1: "Où je participe",
      2: "Où j’envoie un message",
      3: "Que je lance",
      4: "Jamais",
    },
    resolved_topic_notice_auto_read_policy: {
      always: "Toujours",
      except_followed: "Sauf dans les sujets que je suis",
      never: "Jamais",
    },
  },
  automatic: "Automatique",
  policies: { 0: "Par défaut", 1: "En sourdine", 2: "Réactivé", 3: "Suivi" },
  policyOf: (topic) => `Notifications de ${topic}`,
  remove: (topic) => `Réinitialiser ${topic}`,
  none: "Vous ne suivez aucun sujet et n’en avez mis aucun en sourdine.",
  noneHint: "Suivez un sujet ou mettez-le en sourdine depuis son menu.",
  find: "Trouver un sujet",
  notFound: "Aucun sujet correspondant",
};
