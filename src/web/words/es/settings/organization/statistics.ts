import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { statisticsWords } from "../../../settings/organization/statistics.ts";
import { utcDay, utcDays } from "../../../time.ts";

const people = (count: number) => plural(count, { one: "# persona", other: "# personas" });

export const statistics: Translation<typeof statisticsWords> = {
  rows: { period: "Período" },
  periods: { 30: "30 días", 90: "90 días", 365: "1 año", 731: "2 años" },
  counting: "Aún se están contando los mensajes anteriores. Vuelve a mirar más tarde.",
  people: "Personas",
  peopleDetail: (guests, bots) =>
    `incluye ${plural(guests, { one: "# invitado", other: "# invitados" })}; además, ${plural(bots, { one: "# bot", other: "# bots" })}`,
  activeToday: "Activas hoy",
  activeDetail: (week, month) => `${number(week)} en 7 días, ${number(month)} en 30`,
  channels: "Canales",
  channelsDetail: (closed, archived) => `${number(closed)} de ellos privados; además, ${number(archived)} archivados`,
  sent: "Mensajes enviados (en total)",
  files: "Archivos subidos",
  database: "Base de datos",
  active: "Personas activas",
  activeHint: "Personas que usaron el cliente o enviaron un mensaje. Los días son en UTC.",
  highest: "Las barras de varios días muestran el día más alto.",
  within: "En",
  withins: { day: "1 día", week: "7 días", month: "30 días" },
  activeChart: (within, most) => `Personas activas en: ${within}. Como máximo, ${people(most)}.`,
  messages: "Mensajes",
  messagesHint: (all, byBots) =>
    `${plural(all, { one: "# mensaje", other: "# mensajes" })} en este período, ${number(byBots)} de bots.`,
  messagesChart: (all) => `Mensajes por día y tipo: ${number(all)} en total.`,
  kinds: {
    public_channels: "Canales públicos",
    private_channels: "Canales privados",
    direct: "Mensajes directos",
    group_direct: "Mensajes directos en grupo",
  },
  byBots: "De bots",
  table: "Mostrar como tabla",
  date: "Día",
  day: utcDay,
  days: utcDays,
};
