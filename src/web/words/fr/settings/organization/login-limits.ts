import type { Translation } from "../../../catalog.ts";
import type { loginLimitsWords } from "../../../settings/organization/login-limits.ts";

export const loginLimits: Translation<typeof loginLimitsWords> = {
  rows: {
    session_max_hours: "Durée maximale d’une session",
    session_idle_days: "Déconnecter sans utilisation pendant",
    admin_session_max_hours: "Durée maximale pour les administrateurs et propriétaires",
    admin_session_idle_days: "Déconnecter administrateurs et propriétaires sans utilisation pendant",
    fresh_login_minutes: "Connexion récente",
    key_max_days: "Les clés d’API expirent après",
    key_idle_days: "Les clés d’API expirent sans utilisation pendant",
    key_limits_for_bots: "Aussi les clés d’API des bots",
    end_logins: "Déconnecter des personnes",
    allowed_networks: "Réseaux autorisés",
  },
  sessions: "Durée des sessions",
  sessionsHint:
    "Combien de temps on reste connecté dans un navigateur. Une durée plus courte ferme aussi aussitôt les sessions plus anciennes.",
  freshHint: "Pour changer sa façon de se connecter, il faut une connexion qui ne soit pas plus ancienne.",
  keys: "Expiration des clés d’API",
  keysHint:
    "Les applications et les scripts utilisent des clés d’API. Quand l’une expire, on se reconnecte dans l’application.",
  serverDefault: "Valeur du serveur",
  sameForAdmins: "Comme pour tout le monde",
  never: "Jamais",
  logOutHint: "Si un appareil ou un compte est peut-être entre de mauvaises mains. Chaque personne reçoit un e-mail.",
  who: "Qui",
  everyone: "Tout le monde",
  logOut: "Déconnecter…",
  askTitle: "Déconnecter des personnes ?",
  askText: "Il faudra se reconnecter dans chaque navigateur. Vous restez connecté ici.",
  alsoKeys: "Révoquer aussi les clés d’API",
  alsoKeysHint:
    "Les applications et les scripts ne marchent plus avant une nouvelle connexion. Les bots ne sont pas concernés.",
  action: "Déconnecter",
  loggedOut: (who) => `Déconnexion effectuée : ${who}`,
  networksHint: "On ne peut se connecter et rester connecté que depuis ces réseaux.",
  own: (address) => `Votre adresse réseau : ${address}`,
  unknown:
    "Ce serveur ne connaît pas les adresses réseau de ses visiteurs. Adressez-vous à l’administration du serveur.",
  noNetworks: "Aucun réseau pour l’instant : on peut se connecter depuis n’importe où.",
  add: "Ajouter un réseau",
  network: "Réseau",
  networkHint: "Une plage telle que 192.0.2.0/24 ou 2001:db8::/32, ou une seule adresse.",
  label: "Description",
  labelHint: "Par exemple : Bureau.",
  forWhom: "Pour",
  remove: (network) => `Retirer ${network}`,
  removed: (network) => `${network} retiré`,
};
