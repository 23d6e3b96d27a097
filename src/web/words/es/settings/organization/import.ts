import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { importWords } from "../../../settings/organization/import.ts";

function about(seconds: number): string {
  if (seconds < 60) return "menos de un minuto";
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return plural(minutes, { one: "cerca de 1 minuto", other: "cerca de # minutos" });
  return plural(Math.round(minutes / 60), { one: "cerca de 1 hora", other: "cerca de # horas" });
}

export const imports: Translation<typeof importWords> = {
  lead: "Importa personas, canales y mensajes de Zulip, Slack, Mattermost u otro Parley.",
  steps: { choose: "Elegir", read: "Leer", upload: "Subir", check: "Comprobar", import: "Importar" },
  stepsName: "Pasos",

  file: "Archivo de exportación",
  chooseFile: "Elegir archivo",
  otherFile: "Elegir otro archivo",
  change: "Cambiar lo que indicaste",
  dropHere: "O suéltalo aquí.",
  takes: ".tar.gz de Zulip, .zip de Slack o Mattermost (o su .jsonl), .tar de Parley.",
  private:
    "Las exportaciones de otros programas se leen en este navegador. Sus contraseñas, claves y tokens nunca salen de tu equipo: solo se sube lo que pasa a formar parte de la organización.",
  whereFrom: "Cómo obtener una exportación",
  sources: {
    zulip: [
      "Zulip",
      "Organization settings > Data exports, o ./manage.py export en su servidor. Versión 8 o posterior.",
    ],
    slack: [
      "Slack",
      "Workspace settings > Import/Export data > Export. Los canales privados requieren exportar todos los datos.",
    ],
    mattermost: ["Mattermost", "mmctl export create --attachments y después mmctl export download."],
    parley: ["Parley", "parley export en su servidor, o Exportación en los ajustes."],
  },
  kinds: { zulip: "Zulip", slack: "Slack", mattermost: "Mattermost", parley: "Parley" },

  needsHttps: "Hace falta una conexión segura",
  needsHttpsText:
    "Los navegadores solo pueden leer y comprobar archivos así en páginas https. Abre la organización con su URL https o usa el comando.",
  byCommand: "También puedes importar con parley import en la línea de comandos. Consulta docs/moving.md.",

  finding: (name) => `Comprobando ${name}…`,
  recognised: (kind) => `Exportación de ${kind}`,
  unknown: "Este archivo no se puede importar",
  unknownText: (name) =>
    `${name} no es una exportación de Zulip, Slack, Mattermost o Parley. Elige el archivo tal como lo descargaste, sin descomprimirlo.`,
  otherThanBegun: "Este es otro archivo",
  otherThanBegunText: (name, chosen) =>
    `La subida en curso es de ${name}, y ${chosen} no es el mismo archivo. Elige ${name} o cancela la subida.`,
  begunElsewhere: "Esta subida empezó en otro lugar",
  changed: "El archivo se ha leído de otra manera esta vez",
  changedText: "El navegador o Parley ha cambiado desde que empezó la subida. Cancela la subida y empieza de nuevo.",
  team: "Equipo que importar",
  teamHint:
    "Esta exportación tiene varios equipos. Los mensajes directos no son de ningún equipo, así que no se importan.",
  willConvert: "El archivo se lee y se convierte en este navegador. Verás su contenido antes de que se suba nada.",
  read: "Leer archivo",
  people: {
    title: "Personas sin dirección de correo y personas de otros espacios de trabajo",
    domain: "Dominio de correo",
    domainHint:
      "Las personas sin dirección de correo reciben su nombre de usuario en este dominio. Si lo dejas vacío, no podrán iniciar sesión.",
    domainExample: "example.org",
    list: "Lista de personas",
    listHint:
      "Una persona por línea: ID o nombre de usuario en la exportación, dirección de correo y, si quieres, un nombre, separados por comas. Prevalece sobre la exportación.",
    strangers: "Personas de otros espacios de trabajo",
    deactivated: "Cuentas desactivadas",
    guests: "Invitados",
    token:
      "Con un token de Slack, parley import también obtiene direcciones de correo, grupos, emojis, archivos y fotos de perfil.",
  },
  reading: (kind) => `Leyendo la exportación de ${kind}`,
  readSteps: {
    unpacking: "Descomprimiendo",
    "reading what people have read": "Leyendo qué se ha leído",
    "reading messages": "Leyendo mensajes",
    "writing messages": "Escribiendo mensajes",
    messages: "Escribiendo mensajes",
    conversations: "Leyendo conversaciones",
  },
  begins: "Empezando…",
  stop: "Detener",
  failures: {
    archive: "No se pudo usar el archivo",
    room: "No hay espacio suficiente",
    storage: "Este navegador no puede importar",
    file: "Ya no se pudo leer el archivo",
    fault: "No se pudo leer el archivo",
  },
  failureTexts: {
    room: "Descomprimir ocupa varias veces el tamaño del archivo en este equipo, y al navegador no le queda espacio. Libera algo o usa otro equipo.",
    storage:
      "No tiene sistema de archivos privado, o no en este tipo de ventana. Usa un Chrome, Edge, Firefox o Safari actual, y no una ventana privada.",
    file: "Se modificó, se movió o se eliminó después de que lo eligieras. Elígelo de nuevo.",
    fault: "Recarga la página e inténtalo de nuevo. Si no ayuda, usa el comando: muestra más detalles.",
  },

  ready: (kind, version) => `Leído: ${kind}${version === "" ? "" : ` ${version}`}`,
  readyText: (size) =>
    `Aún no se ha subido nada. La subida ocupa ${size}. Después, el servidor comprueba todo antes de que cambie nada.`,
  upload: "Subir",
  holds: "Contenido",
  files: (count, size) => `${plural(count, { one: "1 archivo", other: "# archivos" })}, ${size}`,
  secrets: "Con hashes de contraseñas y claves",
  noSecrets: "Sin contraseñas ni claves",

  uploading: "Subiendo",
  uploaded: (sent, whole) => `${sent} de ${whole}`,
  left: (seconds) => `Falta ${about(seconds)}`,
  stayHere:
    "Deja esta página abierta. Si se cierra, elige de nuevo el mismo archivo: la subida continúa donde se detuvo.",
  waiting: "El servidor está ocupado. Intentando de nuevo…",
  offline: "No tienes conexión. La subida continúa cuando vuelvas a conectarte.",
  stopped: "Subida detenida",
  goOn: "Continuar",
  giveUp: "Cancelar subida",
  giveUpAsk: "¿Cancelar esta subida?",
  giveUpText: "Se eliminan los datos subidos. Tu organización no cambia.",

  unfinished: "Subida sin terminar",
  unfinishedHere: (name, size) => `Elige ${name} (${size}) de nuevo: la subida continúa donde se detuvo.`,
  unfinishedElsewhere:
    "Empezó en otro navegador o en la línea de comandos, y solo puede continuar allí. Aquí puedes seguirla o cancelarla.",
  parts: (received, all) => `${number(received)} de ${plural(all, { one: "1 parte", other: "# partes" })}`,
  allThere: "Subida completa",
  allThereText: "Se ha subido todo el archivo. El servidor ya puede comprobarlo.",
  check: "Comprobar archivo",

  checking: "Comprobando el archivo…",
  checkingText: "Aún no cambia nada. Puedes cerrar esta página.",
  running: "Importando…",
  runningText: "Puedes cerrar esta página. Solo los propietarios pueden entrar hasta que termine la importación.",
  phaseOf: (done, total) => `${number(done)} de ${number(total)}`,
  stepLeft: (seconds) => `${about(seconds)} para este paso`,
  cancel: "Cancelar importación",
  cancelAsk: "¿Cancelar y deshacer la importación?",
  cancelText:
    "Se quita todo lo importado hasta ahora y la organización queda como antes. Habrá que subir el archivo de nuevo.",
  cancelAction: "Cancelar y deshacer importación",
  undoing: "Deshaciendo la importación…",
  undoingText: "Se está restaurando la organización. Solo los propietarios pueden entrar hasta que termine.",
  cancelled: "La última importación se canceló. La organización está como antes.",

  checked: "El archivo está listo para importarse",
  checkedText: "Aún no ha cambiado nada. La importación traería:",
  whatHappens: "Qué pasa después",
  happens: [
    "Solo los propietarios pueden entrar hasta que termine la importación. Tarda cerca de un minuto por cada 100 000 mensajes.",
    "Las cuentas con la misma dirección de correo se unen y conservan la contraseña que tienen aquí.",
    "Nadie recibe correos ni notificaciones.",
    "Al final, todos los clientes abiertos recargan la organización.",
    "Puedes cancelar hasta que termine, pero no después.",
  ],
  start: "Importar",

  failed: "La importación falló",
  failedCheck: "El archivo no se puede importar",
  checkAgain: "Comprobar de nuevo",
  failedText: "Lo importado hasta ahora se conserva. Puedes continuar donde se detuvo o deshacerlo.",
  failedCheckText: "No ha cambiado nada.",

  done: "Importación terminada",
  next: "Próximos pasos",
  nextPeople:
    "Cada persona entra con la dirección de correo que tenía: con “¿Olvidaste tu contraseña?” en la página de inicio de sesión o con un proveedor.",
  nextSecrets: "Cada persona entra como antes: el archivo incluía sus contraseñas.",
  nextLook: "Revisa los canales y quién tiene rol de propietario o administrador.",
  address: "URL",
  nextTell: "Después, comparte la URL de esta organización:",
  toPeople: "Personas",
  toChannels: "Canales",
  forget: "Quitar informe",

  full: "Esta organización ya tiene mensajes",
  fullText: "Una importación no puede añadir historial antes de los mensajes existentes. Crea una organización nueva.",
  notReached: "El servidor no responde. Este es el último estado conocido.",

  report: "Informe",
  fromFile: "Del archivo",
  onServer: "En el servidor",
  kind: "Elemento",
  inFile: "En la exportación",
  arrives: "Se importará",
  arrived: "Importado",
  leftOut: (count) =>
    plural(count, { one: "1 elemento se omitió o cambió", other: "# elementos se omitieron o cambiaron" }),
  nothingLeftOut: "No se omitió nada.",
  times: (count) => `${number(count)} ×`,
  download: "Descargar informe",

  tables: {
    organization: "Organización",
    users: "Personas y bots",
    profile_fields: "Campos de perfil",
    profile_values: "Valores de los campos de perfil",
    groups: "Grupos",
    custom_emoji: "Emojis personalizados",
    linkifiers: "Enlaces automáticos",
    playgrounds: "Entornos de código",
    domains: "Dominios",
    channel_folders: "Carpetas de canales",
    channels: "Canales",
    default_channel_groups: "Grupos de canales predeterminados",
    bots: "Ajustes de bots",
    bot_commands: "Comandos de bots",
    subscriptions: "Suscripciones",
    files: "Archivos",
    "copying files": "Archivos",
    messages: "Mensajes",
    reactions: "Reacciones",
    submessages: "Votos y tareas",
    flags: "Destacados y otras marcas",
    unread: "Mensajes sin leer",
    read_state: "Estado de lectura",
    topic_preferences: "Temas seguidos y silenciados",
    muted_users: "Personas silenciadas",
    alert_words: "Palabras de alerta",
    drafts: "Borradores",
    saved_snippets: "Fragmentos guardados",
    scheduled_messages: "Mensajes programados",
    reminders: "Recordatorios",
    navigation_views: "Navegación",
    onboarding_steps: "Primeros pasos",
    bot_storage: "Almacenamiento de bots",
    presence: "Última actividad",
    passkeys: "Llaves de acceso",
    second_factors: "Autenticación en dos pasos",
    recovery_codes: "Códigos de recuperación",
    external_logins: "Cuentas vinculadas",
    "direct conversations": "Mensajes directos",
    finishing: "Finalización",
    undoing: "Anulación",
  },
  otherTables: "Otros",
};
