import type { Translation } from "../catalog.ts";
import type { noticeWords } from "../notifications.ts";

export const notifications: Translation<typeof noticeWords> = {
  newDirect: "Nuevo mensaje directo",
  offer: "¿Recibir notificaciones de mensajes directos y menciones?",
  turnOn: "Activar",
  notNow: "Ahora no",
  newVersion: "Hay una nueva versión de Parley.",
  offlineSince: "Sin conexión. Los mensajes se enviarán cuando vuelvas a conectarte. Última conexión:",
  noAnswerSince: "El servidor no responde. Los mensajes se enviarán cuando vuelva a responder. Última conexión:",
  barred: "Tu organización no permite esta red. Conéctate a una permitida, como la de la oficina o la VPN.",
  barredKept: "Lo que escribas se guarda y se envía entonces.",
};
