import type { en } from "./en.ts";

export const fr: typeof en = {
  failures: {
    state: ({ service }) => ({
      title: "Cette connexion a été commencée ailleurs",
      text: `La réponse de ${service} appartient à une connexion qui n’a pas été commencée dans ce navigateur, ou qui n’est pas la dernière. Vous n’êtes pas connecté. Recommencez.`,
    }),
    expired: () => ({
      title: "Cela a pris trop de temps",
      text: "Les connexions expirent après 15 minutes. Recommencez.",
    }),
    used: () => ({
      title: "Cette connexion a déjà été utilisée",
      text: "Une page de connexion ne fonctionne qu’une fois : le bouton Précédent du navigateur ne peut pas la rouvrir. Recommencez.",
    }),
    cancelled: ({ service }) => ({
      title: "Vous ne vous êtes pas connecté",
      text: `La connexion avec ${service} a été annulée, ou l’accès a été refusé.`,
    }),
    provider_down: ({ service }) => ({
      title: `${service} ne répond pas`,
      text: `Impossible de joindre ${service}. Réessayez dans quelques minutes ou connectez-vous autrement.`,
    }),
    untrusted: ({ service }) => ({
      title: `${service} a envoyé une réponse inattendue`,
      text: "Elle n’appartient pas à cette connexion : vous n’êtes donc pas connecté. Réessayez. Si cela se reproduit, prévenez l’administration du serveur : le journal du serveur contient les détails.",
    }),
    unverified: ({ service, email }) => ({
      title: "Votre adresse e-mail n’est pas vérifiée",
      text: `${service} ne confirme pas que ${email || "votre adresse e-mail"} est à vous. Vérifiez-la là-bas et réessayez.`,
    }),
    not_allowed: ({ organization, email }) => ({
      title: "Cette adresse e-mail n’est pas autorisée ici",
      text: `${organization} n’autorise pas les comptes avec ${email || "cette adresse"}. Connectez-vous avec une autre, ou demandez à l’administration.`,
    }),
    deactivated: ({ organization }) => ({
      title: "Votre compte est désactivé",
      text: `L’administration de ${organization} peut le réactiver.`,
    }),
    login_only: ({ service, email }) => ({
      title: "Vous n’avez pas encore de compte",
      text: `${email || "Votre adresse"} n’a pas de compte ici, et ${service} ne peut pas en créer. Demandez une invitation à l’administration.`,
    }),
    invitation_needed: ({ organization, email }) => ({
      title: "Il vous faut une invitation",
      text: `${email || "Votre adresse"} n’a pas de compte dans ${organization}, et on ne peut la rejoindre que sur invitation. Connectez-vous avec une autre adresse ou demandez une invitation.`,
    }),
    other_address: ({ service, email }) => ({
      title: "L’invitation est pour une autre adresse",
      text: `Chez ${service}, vous êtes ${email || "quelqu’un d’autre"}. Choisissez-y le compte invité, ou revenez à l’invitation et rejoignez l’organisation avec un mot de passe.`,
    }),
    not_confirmed: ({ email }) => ({
      title: "Cette adresse e-mail n’est pas encore confirmée",
      text: `Le compte avec ${email || "votre adresse"} a reçu cette adresse de l’administration. Ouvrez le lien dans l’e-mail à ce sujet, puis reconnectez-vous.`,
    }),
    other_login: ({ service, email }) => ({
      title: "Ce compte appartient à une autre connexion",
      text: `Le compte avec ${email || "votre adresse"} est lié à une autre personne ou à un autre compte chez ${service}. Connectez-vous avec celui-ci ou avec votre mot de passe. Vous pouvez supprimer le lien dans les paramètres.`,
    }),
    not_fresh: ({ service }) => ({
      title: `${service} ne vous a pas demandé de vous reconnecter`,
      text: `Cette modification exige une connexion récente. Déconnectez-vous de ${service} et réessayez.`,
    }),
    switched_off: ({ service, organization }) => ({
      title: `La connexion avec ${service} est désactivée`,
      text: `${organization} a désactivé cette méthode de connexion. Connectez-vous autrement.`,
    }),
    linked_elsewhere: ({ service, organization }) => ({
      title: "Cette connexion est déjà liée",
      text: `Ce compte ${service} est lié à un autre compte dans ${organization}. Supprimez d’abord le lien dans les paramètres de ce compte, ou choisissez un autre compte ${service}.`,
    }),
    passkey_wanted: ({ service, organization }) => ({
      title: "Connectez-vous avec votre clé d’accès",
      text: `${organization} exige une clé d’accès. ${service} seul ne suffit pas.`,
    }),
    setup_wanted: ({ organization }) => ({
      title: "Sécurisez d’abord votre compte",
      text: `${organization} exige une clé d’accès ou l’authentification à deux facteurs. Configurez-la dans ce navigateur, puis recommencez dans l’application.`,
    }),
  },
  failed: "Connexion impossible",
  again: (service) => `Réessayer avec ${service}`,
  otherAccount: "Choisir un autre compte",
  setUp: (service) => `Se connecter ici avec ${service}`,
  withPasskey: "Aller à la page de connexion",
  toSettings: "Retour aux paramètres",
  otherWays: "Toutes les méthodes de connexion",
  fromApp: "Vous venez d’une application ? Recommencez là-bas.",
  joinTitle: (organization) => `Rejoindre ${organization}`,
  joinAbout: (service) => `Vous vous êtes connecté avec ${service} et n’avez pas encore de compte ici.`,
  email: "E-mail",
  fullName: "Votre nom",
  fullNameHint: "C’est ainsi que les autres vous verront. Vous pourrez le modifier plus tard.",
  join: (organization) => `Rejoindre ${organization}`,
  haveAccount: "J’ai déjà un compte",
  backTitle: "Vous êtes connecté",
  backText: "Fermez cet onglet et revenez à celui d’où vous venez.",
  goOn: (organization) => `Accéder à ${organization}`,
  carryTitle: "Retour à l’application",
  carryAbout: "Vous êtes connecté. Copiez ce jeton et revenez à l’application dans la minute.",
  token: "Jeton de connexion",
  copy: "Copier",
  copied: "Copié. Revenez maintenant à l’application.",
  appTitle: "Continuez dans votre navigateur",
  appAbout: (service) =>
    `La connexion avec ${service} s’est ouverte dans votre navigateur web. Connectez-vous là-bas, copiez le jeton obtenu et revenez.`,
  pasted: "Jeton de connexion",
  finish: "Se connecter",
  openAgain: "Rouvrir le navigateur",
  wrongToken: "Ce jeton n’est pas celui de cette connexion. Copiez-le de nouveau.",
};
