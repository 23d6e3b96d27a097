import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { auditFeedsWords } from "../../../settings/organization/audit-feeds.ts";

export const auditFeeds: Translation<typeof auditFeedsWords> = {
  rows: { destination: "Définir la destination", token: "Créer un jeton d’audit" },
  title: "Envoyer à d’autres systèmes",
  destination: "Destination de l’envoi",
  destinationHint:
    "Les nouvelles entrées sont envoyées en moins d’une minute à une URL de votre système de journaux, dans l’ordre et signées. Elles attendent ici jusqu’à leur arrivée.",
  noDestination: "Aucune destination",
  url: "URL de destination",
  urlHint: "Commence par https://",
  setBy: (name) => `Définie par ${name}`,
  from: "Entrées",
  fromNow: "Nouvelles entrées seulement",
  fromFirst: "Toutes, de la plus ancienne à la plus récente",
  start: "Commencer l’envoi",
  secret: "Clé secrète",
  secretTitle: "Clé secrète de la destination",
  secretOnce:
    "Copiez cette clé maintenant : vous ne la reverrez plus. Votre système de journaux vérifie avec elle qu’un envoi vient d’ici (X-Parley-Signature).",
  delivered: "Dernier envoi reçu :",
  undelivered: "Rien n’est encore arrivé",
  waiting: (count) => plural(count, { one: "# entrée en attente", other: "# entrées en attente" }),
  failing: "Échecs depuis :",
  reasons: {
    timeout: "La destination n’a pas répondu en 10 secondes.",
    unreachable: "Impossible de joindre la destination.",
    forbidden: "Ce serveur ne peut pas envoyer à la destination.",
    redirects: "La destination redirige vers une autre URL.",
  },
  answered: (status) => `La destination a répondu avec le statut ${status}.`,
  replaceSecret: "Remplacer la clé",
  replaceAsk: "Remplacer la clé secrète ?",
  replaceText:
    "Les envois sont désormais signés avec la nouvelle clé. Saisissez-la ensuite dans votre système de journaux.",
  end: "Arrêter l’envoi",
  endAsk: "Arrêter l’envoi du journal d’audit ?",
  endText:
    "Les nouvelles entrées restent dans le journal d’audit et ne sont envoyées nulle part. La clé ne fonctionne plus.",
  ended: "Envoi arrêté",
  tokens: "Jetons d’audit",
  tokensHint:
    "Les programmes lisent le journal d’audit avec un jeton d’audit, au format de l’Audit Logs API de Slack. Un jeton ne permet rien d’autre.",
  noTokens: "Aucun jeton d’audit",
  full: (most) => `Vous pouvez avoir jusqu’à ${most} jetons d’audit.`,
  programUrl: "URL pour les programmes",
  programUrlHint: "Les programmes envoient le jeton dans l’en-tête Authorization.",
  nameHint: "Par exemple le nom du programme.",
  tokenOnce: "Copiez ce jeton maintenant : vous ne le reverrez plus. Quiconque l’a peut lire le journal d’audit.",
  noOwner: (maker) => `Ne fonctionne pas : ${maker} n’est plus propriétaire.`,
  endToken: (name) => `Révoquer le jeton ${name}`,
  endTokenAsk: (name) => `Révoquer le jeton « ${name} » ?`,
  endTokenText: "Les programmes qui utilisent ce jeton ne peuvent plus lire le journal d’audit.",
};
