import type { Translation } from "../catalog.ts";
import type { noticeWords } from "../notifications.ts";

export const notifications: Translation<typeof noticeWords> = {
  newDirect: "Nouveau message direct",
  offer: "Recevoir une notification pour les messages directs et les mentions ?",
  turnOn: "Activer",
  notNow: "Pas maintenant",
  newVersion: "Une nouvelle version de Parley est disponible.",
  offlineSince: "Vous êtes hors ligne. Les messages partiront dès la reconnexion. Dernière connexion :",
  noAnswerSince: "Le serveur ne répond pas. Les messages partiront dès qu’il répondra. Dernière connexion :",
  barred:
    "Votre organisation n’autorise pas ce réseau. Connectez-vous à un réseau autorisé, comme celui du bureau ou le VPN.",
  barredKept: "Ce que vous écrivez est conservé et sera envoyé alors.",
};
