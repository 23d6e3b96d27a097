import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { statisticsWords } from "../../../settings/organization/statistics.ts";
import { utcDay, utcDays } from "../../../time.ts";

const people = (count: number) => plural(count, { one: "# personne", other: "# personnes" });

export const statistics: Translation<typeof statisticsWords> = {
  rows: { period: "Période" },
  periods: { 30: "30 jours", 90: "90 jours", 365: "1 an", 731: "2 ans" },
  counting: "Les messages antérieurs sont encore en cours de comptage. Revenez plus tard.",
  people: "Personnes",
  peopleDetail: (guests, bots) =>
    `dont ${plural(guests, { one: "# invité", other: "# invités" })} ; plus ${plural(bots, { one: "# bot", other: "# bots" })}`,
  activeToday: "Actives aujourd’hui",
  activeDetail: (week, month) => `${number(week)} en 7 jours, ${number(month)} en 30`,
  channels: "Canaux",
  channelsDetail: (closed, archived) => `dont ${number(closed)} privés ; plus ${number(archived)} archivés`,
  sent: "Messages envoyés (depuis le début)",
  files: "Fichiers envoyés",
  database: "Base de données",
  active: "Personnes actives",
  activeHint: "Personnes qui ont utilisé le client ou envoyé un message. Les jours sont en UTC.",
  highest: "Une barre de plusieurs jours montre le jour le plus haut.",
  within: "En",
  withins: { day: "1 jour", week: "7 jours", month: "30 jours" },
  activeChart: (within, most) => `Personnes actives en : ${within}. Au plus ${people(most)}.`,
  messages: "Messages",
  messagesHint: (all, byBots) =>
    `${plural(all, { one: "# message", other: "# messages" })} sur cette période, dont ${number(byBots)} de bots.`,
  messagesChart: (all) => `Messages par jour et par type : ${number(all)} au total.`,
  kinds: {
    public_channels: "Canaux publics",
    private_channels: "Canaux privés",
    direct: "Messages directs",
    group_direct: "Messages directs de groupe",
  },
  byBots: "De bots",
  table: "Afficher en tableau",
  date: "Jour",
  day: utcDay,
  days: utcDays,
};
