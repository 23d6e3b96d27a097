import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type {
  authMethodsWords,
  moderationWords,
  organizationPermissionsWords,
} from "../../../settings/organization/organization-permissions.ts";

export const organizationPermissions: Translation<typeof organizationPermissionsWords> = {
  rows: {
    invite_required: "Une invitation est nécessaire pour rejoindre",
    can_invite_users_group: "Qui peut inviter par e-mail",
    create_multiuse_invite_group: "Qui peut créer des liens d’invitation",
    emails_restricted_to_domains: "Limiter les domaines des adresses e-mail",
    disallow_disposable_email_addresses: "Refuser les adresses e-mail jetables",
    waiting_period_threshold: "Délai avant de devenir membre à part entière (jours)",
    can_create_public_channel_group: "Qui peut créer des canaux publics",
    can_create_private_channel_group: "Qui peut créer des canaux privés",
    can_create_web_public_channel_group: "Qui peut créer des canaux publics sur le web",
    can_add_subscribers_group: "Qui peut ajouter des personnes aux canaux",
    topics_policy: "Messages sans sujet",
    can_set_topics_policy_group: "Qui peut permettre ou imposer les messages sans sujet dans un canal",
    can_resolve_topics_group: "Qui peut marquer des sujets comme résolus",
    can_move_messages_between_topics_group: "Qui peut déplacer des messages vers un autre sujet",
    move_messages_within_stream_limit_seconds: "Délai pour déplacer vers un autre sujet",
    can_move_messages_between_channels_group: "Qui peut déplacer des messages vers un autre canal",
    move_messages_between_streams_limit_seconds: "Délai pour déplacer vers un autre canal",
    allow_message_editing: "Permettre de modifier les messages",
    message_content_edit_limit_seconds: "Délai pour modifier un message",
    message_edit_history_visibility_policy: "Afficher l’historique des modifications",
    can_delete_own_message_group: "Qui peut supprimer ses propres messages",
    message_content_delete_limit_seconds: "Délai pour supprimer un message",
    can_delete_any_message_group: "Qui peut supprimer tout message",
    can_set_delete_message_policy_group: "Qui peut changer qui supprime des messages dans un canal",
    can_mention_many_users_group: "Qui peut avertir tout le monde dans un grand canal",
    can_summarize_topics_group: "Qui peut résumer des sujets",
    direct_message_permission_group: "Qui peut utiliser les messages directs",
    direct_message_initiator_group: "Qui peut engager des messages directs",
    can_create_groups: "Qui peut créer des groupes",
    can_manage_all_groups: "Qui peut gérer tous les groupes",
    can_access_all_users_group: "Qui peut voir tout le monde dans l’organisation",
    enable_guest_user_indicator: "Signaler les invités à côté de leur nom",
    enable_guest_user_dm_warning: "Avertir avant d’écrire à des invités",
    name_changes_disabled: "Empêcher de changer de nom",
    email_changes_disabled: "Empêcher de changer d’adresse e-mail",
    avatar_changes_disabled: "Empêcher de changer de photo",
    require_unique_names: "Exiger des noms uniques",
    enable_read_receipts: "Montrer qui a lu un message",
    can_create_bots_group: "Qui peut créer tout type de bot",
    can_create_write_only_bots_group: "Qui peut créer des bots qui ne font qu’envoyer des messages",
    can_add_custom_emoji_group: "Qui peut ajouter des emojis personnalisés",
    can_manage_billing_group: "Qui peut gérer la facturation",
    workplace_users_group: "Qui compte pour une offre payante",
  },
  hints: {
    invite_required: "Sinon, quiconque a l’URL peut rejoindre.",
    create_multiuse_invite_group: "Quiconque reçoit un tel lien peut rejoindre.",
    emails_restricted_to_domains: "Avec une autre adresse, on ne peut pas rejoindre, même sur invitation.",
    disallow_disposable_email_addresses: "Souvent, tout le monde peut lire les e-mails envoyés à ces adresses.",
    waiting_period_threshold:
      "Des autorisations peuvent être limitées aux membres à part entière. Avec 0, tout le monde l’est aussitôt.",
    can_create_web_public_channel_group: "Tout internet peut lire ces canaux, sans compte.",
    can_add_subscribers_group: "Aux canaux dont ces personnes sont membres, et aux canaux publics.",
    can_set_topics_policy_group: "Il faut aussi pouvoir gérer le canal.",
    can_move_messages_between_topics_group: "Sans délai pour l’administration et la modération.",
    can_delete_own_message_group: "Qui peut supprimer tout message peut aussi supprimer les siens.",
    can_delete_any_message_group: "Les messages sont supprimés définitivement, pour tout le monde.",
    can_mention_many_users_group: "Avec @all, dans un canal aux nombreux membres.",
    direct_message_permission_group:
      "Au moins une telle personne doit participer. « Personne » désactive les messages directs.",
    direct_message_initiator_group: "Tous les autres peuvent répondre.",
    can_manage_all_groups: "Même les groupes créés par d’autres et dont on n’est pas membre.",
    can_access_all_users_group:
      "Les invités sans cette autorisation ne voient que les personnes de leurs canaux et conversations.",
    name_changes_disabled: "L’administration peut toujours les changer.",
    email_changes_disabled: "L’administration peut toujours les changer.",
    avatar_changes_disabled: "L’administration peut toujours les changer.",
    enable_read_receipts: "Chacun peut toujours masquer ce qu’il a lu.",
  },
  parts: {
    joining: "Arrivée",
    channels: "Canaux",
    topics: "Sujets",
    messages: "Messages",
    direct: "Messages directs",
    groups: "Groupes",
    people: "Personnes et confidentialité",
    bots: "Autres",
  },
  topics: {
    allow_empty_topic: "Autorisés (vont dans la discussion générale)",
    disable_empty_topic: "Non autorisés (un sujet est obligatoire)",
  },
  histories: {
    all: "Modifications et déplacements",
    moves: "Déplacements seulement",
    none: "Rien",
  },
  noLimit: "Sans limite",
  custom: "Autre…",
  minutes: "Minutes",
  duration: (minutes) =>
    minutes % (7 * 24 * 60) === 0
      ? plural(minutes / (7 * 24 * 60), { one: "# semaine", other: "# semaines" })
      : minutes % (24 * 60) === 0
        ? plural(minutes / (24 * 60), { one: "# jour", other: "# jours" })
        : minutes % 60 === 0
          ? plural(minutes / 60, { one: "# heure", other: "# heures" })
          : plural(minutes, { one: "# minute", other: "# minutes" }),
  domains: "Domaines autorisés",
  domain: "Domaine",
  domainHint: "Par exemple, harbour.example.",
  addDomain: "Ajouter un domaine",
  subdomains: "Inclure les sous-domaines",
  withSubdomains: (domain) => `${domain}, avec ses sous-domaines`,
  domainRemoved: (domain) => `${domain} a été retiré`,
  lastDomain: "C’est le dernier domaine. Sans lui, des adresses de tout domaine peuvent rejoindre.",
  removeDomain: (domain) => `Retirer ${domain}`,
  noDomains: "Aucun domaine pour le moment. Ajoutez-en au moins un avant d’activer cela.",
};

export const moderation: Translation<typeof moderationWords> = {
  rows: { moderation_request_channel_id: "Canal des signalements" },
  reports: "Signalements",
  lead: "Tout le monde peut signaler un message depuis son menu. Les signalements sont publiés dans le canal choisi.",
  channelHint: "Un canal privé pour la modération.",
  noChannel: "Aucun canal",
  off: "Le signalement est désactivé tant qu’aucun canal n’est choisi.",
  reported: "Signalements récents",
  reportedHint: "Les signalements sur une personne partagent un sujet. Marquez-le comme résolu une fois traité.",
  none: "Aucun signalement pour le moment",
};

export const authMethods: Translation<typeof authMethodsWords> = {
  rows: {
    authentication_methods: "Méthodes de connexion",
    second_factor_required_role: "Qui doit utiliser une clé d’accès ou deux facteurs",
  },
  moreThanPassword: "Authentification à deux facteurs",
  secondFactorHint:
    "Vaut aussi pour la connexion par un autre service. Qui n’a ni l’une ni l’autre la configure à la prochaine connexion.",
  title: "Méthodes de connexion",
  hint: "Comment se connecter à cette organisation.",
  methods: {
    dev: {
      label: "Connexion de développement",
      hint: "Sans mot de passe, sur cet ordinateur seulement. Pour essayer le serveur.",
    },
    email: {
      label: "E-mail et mot de passe",
      hint: "Nécessaire aussi pour réinitialiser un mot de passe par e-mail et obtenir des clés d’API.",
    },
    openId: {
      label: "OpenID Connect",
      hint: "Avec un compte du fournisseur configuré par l’administration du serveur.",
    },
  },
  unavailable: "Non configuré sur ce serveur. Adressez-vous à l’administration du serveur.",
  last: "Il faut au moins une méthode de connexion.",
  offTitle: (name) => `Désactiver la connexion avec ${name} ?`,
  offText: "Les personnes connectées ainsi le restent. La prochaine fois, il leur faudra une autre méthode.",
  offAction: "Désactiver",
};
