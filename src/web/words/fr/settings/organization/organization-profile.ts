import type { Translation } from "../../../catalog.ts";
import type {
  onboardingWords,
  organizationMessagesWords,
  organizationProfileWords,
  userDefaultsWords,
} from "../../../settings/organization/organization-profile.ts";

export const organizationProfile: Translation<typeof organizationProfileWords> = {
  rows: {
    name: "Nom de l’organisation",
    description: "Description",
    org_type: "Type d’organisation",
    icon: "Icône",
    logo: "Logo pour le thème clair",
    night_logo: "Logo pour le thème sombre",
    address: "URL",
    enable_spectator_access: "Permettre la visite sans compte",
    deactivate: "Désactiver l’organisation",
  },
  about: "À propos",
  pictures: "Images",
  seen: "Accès",
  end: "Désactiver l’organisation",
  descriptionHint: "Accepte Markdown. Affichée sur la page de connexion : tout internet peut la lire.",
  preview: "Aperçu",
  iconHint: "Carrée. Affichée à côté du nom, dans les e-mails et les notifications.",
  logoHint: "Large. Affiché par les clients qui montrent un logo.",
  upload: "Choisir une image…",
  remove: "Retirer",
  tooLarge: (mib) => `Une image peut peser jusqu’à ${mib} Mo.`,
  addressHint: "Utilisée dans les invitations, les e-mails et les liens. L’administration du serveur peut la changer.",
  spectatorHint: "Les visiteurs ne lisent que les canaux publics sur le web et ne peuvent pas publier.",
  spectatorClosed: "Les canaux publics sur le web sont désactivés sur ce serveur.",
  holdsPossible:
    "Sur ce serveur, les propriétaires peuvent garder les messages supprimés et modifiés pour les affaires judiciaires.",
  invited: "On ne peut rejoindre que sur invitation.",
  open: "Quiconque a l’URL peut rejoindre.",
  toPermissions: "Changer qui peut rejoindre",
  ended:
    "Plus personne ne peut se connecter et rien n’est envoyé. Tout est conservé : l’administration du serveur peut la réactiver.",
  endTitle: (name) => `Désactiver ${name} ?`,
  endText: (people) =>
    people === 1
      ? "Vous serez déconnecté, et plus personne ne pourra utiliser l’organisation."
      : `Les ${people} personnes seront déconnectées, et plus personne ne pourra utiliser l’organisation.`,
  typeName: (name) => `Saisissez ${name} pour confirmer`,
  endAction: "Désactiver l’organisation",
  types: {
    0: "Non défini",
    10: "Entreprise",
    20: "Projet open source",
    30: "Enseignement (but non lucratif)",
    35: "Enseignement (but lucratif)",
    40: "Recherche",
    50: "Événement ou conférence",
    60: "Association à but non lucratif",
    70: "Administration publique",
    80: "Groupe politique",
    90: "Communauté",
    100: "Personnel",
    1000: "Autre",
  },
};

export const organizationMessages: Translation<typeof organizationMessagesWords> = {
  rows: {
    default_code_block_language: "Langage par défaut des blocs de code",
    inline_image_preview: "Afficher images et vidéos dans les messages",
    inline_url_embed_preview: "Afficher un aperçu des pages liées",
    media_preview_size: "Taille des images dans les messages",
    gif_rating_policy: "Sélecteur de GIF",
    send_channel_events_messages: "Publier des avis sur les changements de canaux",
    require_e2ee_push_notifications: "Exiger le chiffrement de bout en bout du contenu des notifications push",
    transcribe_voice_messages: "Transcrire les messages vocaux",
    video_chat_provider: "Service d’appels",
    encrypt_calls: "Chiffrer les appels au-delà du serveur multimédia",
    jitsi_server_url: "URL de Jitsi Meet",
  },
  messages: "Messages",
  codeHint: "Tel qu’il est écrit après ```, comme python. Vide : sans coloration.",
  previewHint: "Sinon, seuls les liens sont affichés. Vaut pour les messages envoyés à partir de maintenant.",
  mediaSizes: { 100: "Normale", 150: "Grande", 200: "Très grande" },
  gifHint: "Le maximum montré par les applications avec sélecteur de GIF, par classe d’âge. Ce client n’en a pas.",
  noGifs: "Désactivé",
  channelEventsHint: "Dans le sujet « channel events », par exemple quand un canal est renommé.",
  cardHint: "Le serveur récupère le titre et l’image de chaque page liée.",
  pushHint: "Les applications qui ne le permettent pas ne reçoivent pas de notifications push.",
  calls: "Appels",
  callsHint: "Pour les liens d’appel et les boutons d’appel d’autres applications.",
  noCalls: "Aucun",
  ownCalls: "Intégrés",
  transcribeHint:
    "Les personnes qui envoient un message vocal peuvent le faire transcrire par Workers AI de Cloudflare.",
  encryptHint:
    "Pour les appels qui commencent à partir de maintenant : le serveur multimédia ne peut ni les entendre ni les voir. Il faut un navigateur récent pour les rejoindre.",
  jitsiHint: "Laissez vide pour celle du serveur.",
};

export const onboarding: Translation<typeof onboardingWords> = {
  rows: {
    welcome_message_custom_text: "Message de bienvenue personnalisé",
    send_welcome_emails: "Envoyer un e-mail de bienvenue aux nouvelles personnes",
    message_content_allowed_in_email_notifications: "Inclure le contenu des messages dans les e-mails",
    digest_emails_enabled: "Envoyer un résumé aux personnes absentes",
    digest_weekday: "Jour de la semaine",
  },
  newcomers: "Accueil",
  welcomeHint:
    "Accepte Markdown. Le bot d’accueil l’envoie aux nouvelles personnes après son propre message. Une invitation peut avoir le sien.",
  trial: "M’envoyer un essai",
  trialSent: "Essai envoyé par le bot d’accueil",
  letterHint: "L’e-mail dit où se connecter et avec quelle adresse.",
  emails: "E-mails",
  contentHint: "Sinon, les e-mails disent seulement qu’il y a des messages.",
  digest: "E-mails hebdomadaires",
  digestHint: "Les conversations les plus actives de leurs canaux et les nouveaux canaux. Chacun peut les désactiver.",
  noMail: "Ce serveur ne peut pas envoyer d’e-mails.",
  weekdays: {
    0: "Lundi",
    1: "Mardi",
    2: "Mercredi",
    3: "Jeudi",
    4: "Vendredi",
    5: "Samedi",
    6: "Dimanche",
  },
};

export const userDefaults: Translation<typeof userDefaultsWords> = {
  rows: { title: "Paramètres par défaut des personnes" },
  hint: "Pour qui rejoint à partir de maintenant. Chacun peut les changer. Les personnes déjà là gardent les leurs.",
};
