import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { devicesWords, loginSecurityWords, recentLoginsWords } from "../../../settings/own/login-security.ts";

export const loginSecurity: Translation<typeof loginSecurityWords> = {
  rows: {
    passkeys: "Clés d’accès",
    secondFactor: "Authentification à deux facteurs",
    recoveryCodes: "Codes de récupération",
    services: "Comptes liés",
  },
  passkeysHint:
    "Connectez-vous avec votre empreinte, votre visage ou une clé de sécurité au lieu d’un mot de passe. Impossible à deviner ou à hameçonner.",
  noPasskeys: "Aucune clé d’accès pour le moment",
  notHere: "Les clés d’accès ne sont pas disponibles dans ce navigateur, ou pas à cette adresse.",
  addPasskey: "Ajouter une clé d’accès",
  passkeyName: "Nom",
  passkeyNameHint: "Pour la reconnaître plus tard, par exemple « Portable du bureau ».",
  made: "Créée",
  used: "dernière utilisation",
  notUsed: "pas encore utilisée",
  rename: "Renommer",
  save: "Enregistrer",
  remove: "Retirer",
  removeQuestion: (name) => `Retirer la clé d’accès « ${name} » ?`,
  removeText:
    "Vous ne pourrez plus vous connecter avec elle. Votre appareil peut encore la proposer tant que vous ne l’y retirez pas aussi.",
  removed: "Clé d’accès retirée",
  added: "Clé d’accès ajoutée",
  secondFactorHint: "Demander un code d’une application de votre téléphone en plus du mot de passe.",
  required: "Votre organisation exige une clé d’accès ou l’authentification à deux facteurs.",
  isOn: "Active depuis",
  setUp: "Configurer",
  turnOff: "Désactiver",
  turnOffQuestion: "Désactiver l’authentification à deux facteurs ?",
  turnOffText: "Votre mot de passe suffira pour vous connecter. Vos codes de récupération cesseront de fonctionner.",
  turnedOff: "Authentification à deux facteurs désactivée",
  scan: "Scannez ceci avec une application d’authentification, comme celle des mots de passe de votre téléphone.",
  qr: "Code QR pour l’application",
  type: "Ou saisissez cette clé :",
  code: "Code",
  codeHint: "Les 6 chiffres que l’application affiche maintenant.",
  turnOn: "Activer",
  codesLeft: (count) =>
    plural(count, { one: "# code de récupération restant", other: "# codes de récupération restants" }),
  codesHint: "Si vous perdez votre téléphone, chaque code permet une connexion.",
  newCodes: "Nouveaux codes de récupération",
  newCodesQuestion: "Créer de nouveaux codes de récupération ?",
  newCodesText: "Vos codes actuels cesseront de fonctionner.",
  make: "Créer les codes",
  keepCodes:
    "Conservez ces codes en lieu sûr. Si vous perdez votre téléphone, chacun permet une connexion. Vous ne les reverrez plus.",
  copy: "Copier",
  copied: "Copié",
  download: "Télécharger",
  print: "Imprimer",
  fileName: "codes-de-recuperation.txt",
  kept: "Je les ai enregistrés",
  servicesHint: "Connectez-vous avec le compte d’un autre service.",
  linked: "Lié",
  serviceOff: "Votre organisation a désactivé cette méthode de connexion.",
  link: (service) => `Lier ${service}`,
  unlink: "Dissocier",
  unlinkQuestion: (service) => `Dissocier ${service} ?`,
  unlinkText: (service) =>
    `Vous ne pourrez plus vous connecter avec ${service}. Si ${service} confirme que votre adresse e-mail est la vôtre, s’y connecter lie de nouveau le compte.`,
  unlinked: "Compte dissocié",
};

export const devices: Translation<typeof devicesWords> = {
  rows: {
    endSessions: "Fermer toutes les autres sessions",
    endKeys: "Révoquer toutes les clés d’API",
    newKey: "Nouvelle clé d’API…",
  },
  browsers: "Navigateurs",
  browsersHint: "Navigateurs où vous êtes connecté. Fermer une session prend effet aussitôt.",
  noBrowsers: "Vous n’êtes connecté dans aucun navigateur.",
  keys: "Applications et clés d’API",
  keysHint: "Chaque application et chaque script a sa propre clé.",
  noKeys: "Aucune application ni clé d’API",
  nameless: { sessions: "Navigateur inconnu", api_keys: "Application ou script" },
  thisOne: "Ce navigateur",
  used: (day) => `Dernière utilisation : ${day}`,
  since: (day) => `Connexion : ${day}`,
  logOut: "Se déconnecter ici",
  endSession: "Déconnecter",
  endKey: "Révoquer",
  ended: (client) => `Session fermée : ${client}`,
  endedAll: "Les autres sessions sont fermées",
  endSessionsAsk: "Déconnecter tous les autres navigateurs ?",
  endSessionsText:
    "Seul ce navigateur reste connecté. Les brouillons et messages non envoyés qui ne sont que dans un autre navigateur y sont supprimés.",
  endKeysAsk: "Révoquer toutes les clés d’API ?",
  endKeysText: "Toutes vos applications et tous vos scripts devront se reconnecter.",
  you: "votre compte",
  newKey: "Nouvelle clé d’API",
  newKeyText:
    "Pour un script, ou une application qui ne peut pas se connecter elle-même. Vos autres clés restent valables.",
  makeKey: "Créer la clé",
  password: "Votre mot de passe",
};

export const recentLogins: Translation<typeof recentLoginsWords> = {
  rows: { recent: "Connexions récentes" },
  hint: "Les connexions à votre compte et les changements de votre façon de vous connecter. Si vous ne reconnaissez pas quelque chose, changez de mot de passe.",
  none: "Aucune connexion pour l’instant",
  older: "Afficher les plus anciennes",
  by: (name: string) => `par ${name}`,
  actions: {
    login: {
      succeeded: "Connexion",
      failed: "Échec de connexion",
      ended: "Déconnexion",
      ended_by_other: "Déconnexion partout par quelqu’un d’autre",
      key_renewed: "Clés d’API remplacées",
      attempts_forgotten: "Nouveaux essais de connexion permis",
      key_ended: "Clé d’API révoquée",
    },
    password: {
      changed: "Mot de passe changé",
      link_made: "Lien de mot de passe créé",
    },
    second_factor: {
      set_up: "Authentification à deux facteurs activée",
      removed: "Authentification à deux facteurs désactivée",
      recovery_code_used: "Code de récupération utilisé",
      recovery_codes_made: "Nouveaux codes de récupération créés",
    },
    passkey: {
      added: "Clé d’accès ajoutée",
      removed: "Clé d’accès supprimée",
    },
    external_login: {
      linked: "Compte lié",
      unlinked: "Compte dissocié",
    },
  },
};
