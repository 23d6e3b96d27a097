import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { importWords } from "../../../settings/organization/import.ts";

function about(seconds: number): string {
  if (seconds < 60) return "moins d’une minute";
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return plural(minutes, { one: "environ # minute", other: "environ # minutes" });
  return plural(Math.round(minutes / 60), { one: "environ # heure", other: "environ # heures" });
}

export const imports: Translation<typeof importWords> = {
  lead: "Importez des personnes, des canaux et des messages de Zulip, Slack, Mattermost ou d’un autre Parley.",
  steps: { choose: "Choisir", read: "Lire", upload: "Envoyer", check: "Vérifier", import: "Importer" },
  stepsName: "Étapes",

  file: "Fichier d’exportation",
  chooseFile: "Choisir un fichier",
  otherFile: "Choisir un autre fichier",
  change: "Modifier ce que vous avez saisi",
  dropHere: "Ou déposez-le ici.",
  takes: ".tar.gz de Zulip, .zip de Slack ou de Mattermost (ou son .jsonl), .tar de Parley.",
  private:
    "Les exportations d’autres programmes sont lues dans ce navigateur. Leurs mots de passe, clés et jetons ne quittent jamais votre ordinateur : seul ce qui rejoint l’organisation est envoyé.",
  whereFrom: "Comment obtenir une exportation",
  sources: {
    zulip: [
      "Zulip",
      "Organization settings > Data exports, ou ./manage.py export sur son serveur. Version 8 ou ultérieure.",
    ],
    slack: [
      "Slack",
      "Workspace settings > Import/Export data > Export. Les canaux privés demandent une exportation de toutes les données.",
    ],
    mattermost: ["Mattermost", "mmctl export create --attachments, puis mmctl export download."],
    parley: ["Parley", "parley export sur son serveur, ou Exportation dans les paramètres."],
  },
  kinds: { zulip: "Zulip", slack: "Slack", mattermost: "Mattermost", parley: "Parley" },

  needsHttps: "Une connexion sécurisée est nécessaire",
  needsHttpsText:
    "Les navigateurs ne lisent et ne vérifient des archives que sur des pages https. Ouvrez l’organisation par son URL https, ou utilisez la commande.",
  byCommand: "Vous pouvez aussi importer avec parley import en ligne de commande. Voir docs/moving.md.",

  finding: (name) => `Vérification de ${name}…`,
  recognised: (kind) => `Exportation de ${kind}`,
  unknown: "Ce fichier ne peut pas être importé",
  unknownText: (name) =>
    `${name} n’est pas une exportation de Zulip, Slack, Mattermost ou Parley. Choisissez le fichier tel que téléchargé, sans le décompresser.`,
  otherThanBegun: "Ce fichier est différent",
  otherThanBegunText: (name, chosen) =>
    `L’envoi en cours est celui de ${name}, et ${chosen} n’est pas le même fichier. Choisissez ${name}, ou annulez l’envoi.`,
  begunElsewhere: "Cet envoi a commencé ailleurs",
  changed: "Le fichier a été lu différemment cette fois",
  changedText: "Le navigateur ou Parley a changé depuis le début de l’envoi. Annulez l’envoi et recommencez.",
  team: "Équipe à importer",
  teamHint:
    "Cette exportation a plusieurs équipes. Les messages directs n’appartiennent à aucune : ils ne sont pas importés.",
  willConvert: "Le fichier est lu et converti dans ce navigateur. Vous voyez son contenu avant tout envoi.",
  read: "Lire le fichier",
  people: {
    title: "Personnes sans adresse e-mail, et personnes d’autres espaces de travail",
    domain: "Domaine e-mail",
    domainHint:
      "Les personnes sans adresse e-mail reçoivent leur nom d’utilisateur à ce domaine. S’il est vide, elles ne peuvent pas se connecter.",
    domainExample: "example.org",
    list: "Liste de personnes",
    listHint:
      "Une personne par ligne : ID ou nom d’utilisateur de l’exportation, adresse e-mail et, si vous voulez, un nom, séparés par des virgules. Prime sur l’exportation.",
    strangers: "Personnes d’autres espaces de travail",
    deactivated: "Comptes désactivés",
    guests: "Invités",
    token:
      "Avec un jeton Slack, parley import récupère aussi les adresses e-mail, les groupes, les emojis, les fichiers et les photos de profil.",
  },
  reading: (kind) => `Lecture de l’exportation de ${kind}`,
  readSteps: {
    unpacking: "Décompression",
    "reading what people have read": "Lecture de ce qui a été lu",
    "reading messages": "Lecture des messages",
    "writing messages": "Écriture des messages",
    messages: "Écriture des messages",
    conversations: "Lecture des conversations",
  },
  begins: "Démarrage…",
  stop: "Arrêter",
  failures: {
    archive: "Fichier inutilisable",
    room: "Pas assez de place",
    storage: "Ce navigateur ne peut pas importer",
    file: "Le fichier n’est plus lisible",
    fault: "Impossible de lire le fichier",
  },
  failureTexts: {
    room: "La décompression prend plusieurs fois la taille du fichier sur cet ordinateur, et le navigateur n’a plus de place. Libérez-en, ou utilisez un autre ordinateur.",
    storage:
      "Il n’a pas de système de fichiers privé, ou pas dans ce type de fenêtre. Utilisez un Chrome, Edge, Firefox ou Safari à jour, et pas une fenêtre privée.",
    file: "Il a été modifié, déplacé ou supprimé après votre choix. Choisissez-le de nouveau.",
    fault: "Rechargez la page et réessayez. Sinon, utilisez la commande : elle donne plus de détails.",
  },

  ready: (kind, version) => `Lu : ${kind}${version === "" ? "" : ` ${version}`}`,
  readyText: (size) =>
    `Rien n’a encore été envoyé. L’envoi pèse ${size}. Le serveur vérifie ensuite tout avant le moindre changement.`,
  upload: "Envoyer",
  holds: "Contenu",
  files: (count, size) => `${plural(count, { one: "# fichier", other: "# fichiers" })}, ${size}`,
  secrets: "Avec les empreintes des mots de passe et des clés",
  noSecrets: "Sans mots de passe ni clés",

  uploading: "Envoi",
  uploaded: (sent, whole) => `${sent} sur ${whole}`,
  left: (seconds) => `Reste ${about(seconds)}`,
  stayHere:
    "Gardez cette page ouverte. Si elle se ferme, choisissez de nouveau le même fichier : l’envoi reprend où il s’était arrêté.",
  waiting: "Le serveur est occupé. Nouvel essai…",
  offline: "Vous êtes hors ligne. L’envoi reprend à la reconnexion.",
  stopped: "Envoi arrêté",
  goOn: "Continuer",
  giveUp: "Annuler l’envoi",
  giveUpAsk: "Annuler cet envoi ?",
  giveUpText: "Les données envoyées sont supprimées. Votre organisation ne change pas.",

  unfinished: "Envoi inachevé",
  unfinishedHere: (name, size) => `Choisissez de nouveau ${name} (${size}) : l’envoi reprend où il s’était arrêté.`,
  unfinishedElsewhere:
    "Il a commencé dans un autre navigateur ou en ligne de commande, et ne peut continuer que là. Vous pouvez le suivre ou l’annuler ici.",
  parts: (received, all) => `${number(received)} sur ${plural(all, { one: "# partie", other: "# parties" })}`,
  allThere: "Envoi terminé",
  allThereText: "Toute l’archive a été envoyée. Le serveur peut maintenant la vérifier.",
  check: "Vérifier l’archive",

  checking: "Vérification de l’archive…",
  checkingText: "Rien ne change encore. Vous pouvez fermer cette page.",
  running: "Importation…",
  runningText:
    "Vous pouvez fermer cette page. Seuls les propriétaires peuvent se connecter jusqu’à la fin de l’importation.",
  phaseOf: (done, total) => `${number(done)} sur ${number(total)}`,
  stepLeft: (seconds) => `${about(seconds)} pour cette étape`,
  cancel: "Annuler l’importation",
  cancelAsk: "Annuler et défaire l’importation ?",
  cancelText:
    "Tout ce qui a été importé est retiré, et l’organisation redevient comme avant. Il faudra renvoyer l’archive.",
  cancelAction: "Annuler et défaire l’importation",
  undoing: "Annulation de l’importation…",
  undoingText:
    "L’organisation est en cours de restauration. Seuls les propriétaires peuvent se connecter d’ici la fin.",
  cancelled: "La dernière importation a été annulée. L’organisation est comme avant.",

  checked: "L’archive est prête à être importée",
  checkedText: "Rien n’a encore changé. L’importation apporterait :",
  whatHappens: "Ce qui va se passer",
  happens: [
    "Seuls les propriétaires peuvent se connecter jusqu’à la fin de l’importation. Comptez environ une minute pour 100 000 messages.",
    "Les comptes de même adresse e-mail sont fusionnés et gardent leur mot de passe d’ici.",
    "Personne ne reçoit d’e-mail ni de notification.",
    "À la fin, tous les clients ouverts rechargent l’organisation.",
    "Vous pouvez annuler jusqu’à la fin, mais pas après.",
  ],
  start: "Importer",

  failed: "L’importation a échoué",
  failedCheck: "L’archive ne peut pas être importée",
  checkAgain: "Vérifier de nouveau",
  failedText: "Ce qui a été importé est conservé. Vous pouvez continuer où cela s’est arrêté, ou tout défaire.",
  failedCheckText: "Rien n’a changé.",

  done: "Importation terminée",
  next: "Étapes suivantes",
  nextPeople:
    "Chacun se connecte avec l’adresse e-mail qu’il avait : par « Mot de passe oublié ? » sur la page de connexion, ou par un fournisseur.",
  nextSecrets: "Chacun se connecte comme avant : l’archive contenait les mots de passe.",
  nextLook: "Vérifiez les canaux, et qui est propriétaire ou administrateur.",
  address: "URL",
  nextTell: "Partagez ensuite l’URL de cette organisation :",
  toPeople: "Personnes",
  toChannels: "Canaux",
  forget: "Retirer le rapport",

  full: "Cette organisation a déjà des messages",
  fullText:
    "Une importation ne peut pas ajouter d’historique avant des messages existants. Créez une nouvelle organisation.",
  notReached: "Le serveur ne répond pas. Voici le dernier état connu.",

  report: "Rapport",
  fromFile: "Du fichier",
  onServer: "Sur le serveur",
  kind: "Élément",
  inFile: "Dans l’exportation",
  arrives: "Sera importé",
  arrived: "Importé",
  leftOut: (count) => plural(count, { one: "# élément omis ou modifié", other: "# éléments omis ou modifiés" }),
  nothingLeftOut: "Rien n’a été omis.",
  times: (count) => `${number(count)} ×`,
  download: "Télécharger le rapport",

  tables: {
    organization: "Organisation",
    users: "Personnes et bots",
    profile_fields: "Champs de profil",
    profile_values: "Valeurs des champs de profil",
    groups: "Groupes",
    custom_emoji: "Emojis personnalisés",
    linkifiers: "Liens automatiques",
    playgrounds: "Bacs à sable de code",
    domains: "Domaines",
    channel_folders: "Dossiers de canaux",
    channels: "Canaux",
    default_channel_groups: "Groupes de canaux par défaut",
    bots: "Paramètres des bots",
    bot_commands: "Commandes des bots",
    subscriptions: "Abonnements",
    files: "Fichiers",
    "copying files": "Fichiers",
    messages: "Messages",
    reactions: "Réactions",
    submessages: "Votes et tâches",
    flags: "Favoris et autres marques",
    unread: "Messages non lus",
    read_state: "État de lecture",
    topic_preferences: "Sujets suivis et en sourdine",
    muted_users: "Personnes en sourdine",
    alert_words: "Mots d’alerte",
    drafts: "Brouillons",
    saved_snippets: "Extraits enregistrés",
    scheduled_messages: "Messages programmés",
    reminders: "Rappels",
    navigation_views: "Navigation",
    onboarding_steps: "Premiers pas",
    bot_storage: "Stockage des bots",
    presence: "Dernière activité",
    passkeys: "Clés d’accès",
    second_factors: "Authentification à deux facteurs",
    recovery_codes: "Codes de récupération",
    external_logins: "Comptes liés",
    "direct conversations": "Messages directs",
    finishing: "Finalisation",
    undoing: "Annulation",
  },
  otherTables: "Autres éléments",
};
