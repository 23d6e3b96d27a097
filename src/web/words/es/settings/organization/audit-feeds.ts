import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { auditFeedsWords } from "../../../settings/organization/audit-feeds.ts";

export const auditFeeds: Translation<typeof auditFeedsWords> = {
  rows: { destination: "Definir destino", token: "Crear token de auditoría" },
  title: "Enviar a otros sistemas",
  destination: "Destino",
  destinationHint:
    "Las entradas nuevas se envían en un minuto a una URL de tu sistema de registros, en orden y firmadas. Esperan aquí hasta que llegan.",
  noDestination: "Ningún destino",
  url: "URL del destino",
  urlHint: "Empieza por https://",
  setBy: (name) => `Definido por ${name}`,
  from: "Entradas",
  fromNow: "Solo las nuevas",
  fromFirst: "Todas, desde la más antigua",
  start: "Empezar a enviar",
  secret: "Secreto",
  secretTitle: "Secreto del destino",
  secretOnce:
    "Copia este secreto ahora: no volverás a verlo. Tu sistema de registros comprueba con él que una entrega viene de aquí (X-Parley-Signature).",
  delivered: "Última entrega:",
  undelivered: "Nada entregado aún",
  waiting: (count) => plural(count, { one: "# entrada en espera", other: "# entradas en espera" }),
  failing: "Falla desde:",
  reasons: {
    timeout: "El destino no respondió en 10 segundos.",
    unreachable: "No se pudo conectar con el destino.",
    forbidden: "Este servidor no puede enviar al destino.",
    redirects: "El destino redirige a otra URL.",
  },
  answered: (status) => `El destino respondió con el estado ${status}.`,
  replaceSecret: "Reemplazar secreto",
  replaceAsk: "¿Reemplazar el secreto?",
  replaceText:
    "Desde ahora, las entregas se firman con el secreto nuevo. Introdúcelo después en tu sistema de registros.",
  end: "Dejar de enviar",
  endAsk: "¿Dejar de enviar el registro de auditoría?",
  endText:
    "Las entradas nuevas se quedan en el registro de auditoría y no se envían a ninguna parte. El secreto deja de funcionar.",
  ended: "Envío detenido",
  tokens: "Tokens de auditoría",
  tokensHint:
    "Los programas leen el registro de auditoría con un token de auditoría, en el formato de la Audit Logs API de Slack. Los tokens no permiten nada más.",
  noTokens: "Ningún token de auditoría",
  full: (most) => `Puedes tener hasta ${most} tokens de auditoría.`,
  programUrl: "URL para programas",
  programUrlHint: "Los programas envían el token en la cabecera Authorization.",
  nameHint: "Por ejemplo, el nombre del programa.",
  tokenOnce: "Copia este token ahora: no volverás a verlo. Quien lo tenga puede leer el registro de auditoría.",
  noOwner: (maker) => `No funciona: ${maker} ya no tiene el rol de propietario.`,
  endToken: (name) => `Anular el token ${name}`,
  endTokenAsk: (name) => `¿Anular el token “${name}”?`,
  endTokenText: "Los programas con este token ya no podrán leer el registro de auditoría.",
};
