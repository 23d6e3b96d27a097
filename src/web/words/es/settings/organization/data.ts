import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { dataExportsWords, messageRetentionWords } from "../../../settings/organization/data.ts";

export const dataExports: Translation<typeof dataExportsWords> = {
  rows: { begin: "Nueva exportación" },
  lead: "Un archivo con los datos y los archivos subidos de tu organización, que cualquier Parley posterior puede importar. No contiene contraseñas ni claves.",
  what: "Contenido",
  kinds: {
    public: "Datos públicos",
    standard: "Datos públicos y datos privados de quienes lo permiten",
  },
  publicHint: "Los canales públicos, con sus mensajes.",
  standardHint: (agreed, all) =>
    `También los canales privados y mensajes directos de quienes lo permiten en sus ajustes: ${plural(agreed, { one: "1 persona", other: "# personas" })} de ${number(all)}.`,
  start: "Iniciar exportación",
  started: "La exportación ha empezado. Puedes seguir trabajando.",
  list: "Exportaciones",
  none: "Aún no hay exportaciones. Puedes iniciar hasta cinco por semana.",
  pending: "En curso…",
  failed: "Falló",
  deleted: "Eliminada",
  download: "Descargar",
  remove: "Eliminar exportación",
  whole: "Exportación completa",
  wholeText:
    "Solo quien administra el servidor puede exportarlo todo, con todos los canales privados y mensajes directos, con este comando en el servidor. Se puede seguir trabajando:",
  command: "Comando",
  wholeHint:
    "Con --secrets, la exportación incluye hashes de contraseñas y claves, para poder iniciar sesión en otro lugar como aquí. Si el servidor tiene varias organizaciones, elige una con --organization.",
  removeAsk: "¿Eliminar esta exportación?",
  removeText: "Su enlace de descarga dejará de funcionar. Los datos de tu organización no cambian.",
  compliance: {
    title: "Exportación de cumplimiento",
    hint: "Mensajes que unas personas escribieron o recibieron, o de canales, para un tribunal o una investigación. Todos pueden saber que estas exportaciones son posibles.",
    hold: "Retención legal",
    noHold: "Sin retención legal",
    holdHint:
      "Todo lo que abarca la retención, también lo que conserva de mensajes editados y eliminados. Las personas, los canales y los días lo acotan.",
    people: "Personas",
    channels: "Canales",
    from: "Desde",
    until: "Hasta",
    reason: "Motivo",
    begin: "Iniciar exportación",
    waiting: "Esperando a otra persona propietaria",
    confirm: "Confirmar exportación",
    list: "Exportaciones de cumplimiento",
  },
};

const days = (count: number) => plural(count, { one: "# día", other: "# días" });

export const messageRetention: Translation<typeof messageRetentionWords> = {
  rows: {
    message_retention_days: "Conservación de mensajes",
    channels: "Canales con un plazo propio",
  },
  organization: "Plazo predeterminado",
  organizationHint:
    "Se aplica a los mensajes directos y a los canales sin plazo propio. Los mensajes más antiguos se eliminan definitivamente, con sus archivos.",
  forEver: "Para siempre",
  forDays: days,
  otherwise: "Otro…",
  inherit: (count) => (count === undefined ? "Predeterminado (para siempre)" : `Predeterminado (${days(count)})`),
  days: "Días",
  daysWrong: "Escribe un número entero, 1 como mínimo.",
  set: "Aplicar",
  shorterTitle: (count) => `¿Eliminar los mensajes de más de ${days(count)}?`,
  deletes: (count, isComplete) =>
    isComplete
      ? plural(count, {
          one: "1 mensaje es más antiguo y se eliminará definitivamente.",
          other: "# mensajes son más antiguos y se eliminarán definitivamente.",
        })
      : `Más de ${number(count)} mensajes son más antiguos y se eliminarán definitivamente.`,
  deletesNothing: "Aún no hay mensajes tan antiguos.",
  held: (count: number) =>
    plural(count, {
      one: "Una retención conserva # de ellos sin que se vea.",
      other: "Las retenciones conservan # de ellos sin que se vean.",
    }),
  laterOn: "Después, cada mensaje se elimina cuando alcanza esa antigüedad.",
  whenDeleted: "La eliminación empieza dentro de un día. Hasta entonces puedes deshacerlo.",
  shorten: "Eliminar mensajes más antiguos",
  channelsHint: "Cada canal puede conservar sus mensajes más o menos tiempo.",
  allSame: "Todos los canales usan el ajuste de la organización.",
  add: "Añadir canal…",
  change: (channel) => `Conservación de mensajes de #${channel}`,
};
