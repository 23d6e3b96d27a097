import type { Translation } from "../catalog.ts";
import type { draftsWords, remindersWords, scheduledWords } from "../drafts-and-scheduled.ts";
import { listed, plural } from "../format.ts";

export const drafts: Translation<typeof draftsWords> = {
  none: "No hay borradores",
  noneText: "Los mensajes que no has enviado se guardan aquí.",
  nobody: "Sin destinatario",
  nowhere: "Sin canal",
  resume: "Seguir escribiendo",
  deleted: "Borrador eliminado",
  deleteAll: "Eliminar todos los borradores",
  deleteAllText: "No se puede deshacer.",
  logOutTitle: "¿Cerrar sesión y eliminar los mensajes sin enviar?",
  logOutText: (messages, drafts) => {
    const unsent = listed([
      ...(messages > 0 ? [plural(messages, { one: "# mensaje sin enviar", other: "# mensajes sin enviar" })] : []),
      ...(drafts > 0 ? [plural(drafts, { one: "# borrador", other: "# borradores" })] : []),
    ]);
    return messages + drafts === 1
      ? `Solo en este dispositivo: ${unsent}. Si cierras sesión, se eliminará definitivamente.`
      : `Solo en este dispositivo: ${unsent}. Si cierras sesión, se eliminarán definitivamente.`;
  },
  logOutAnyway: "Eliminar y cerrar sesión",
};

export const scheduled: Translation<typeof scheduledWords> = {
  none: "No hay mensajes programados",
  noneText: "Escribe un mensaje y elige la hora en el menú junto a Enviar.",
  change: "Reprogramar",
  sendNow: "Enviar ahora",
  deleted: "Mensaje programado eliminado",
  failed: "No se pudo enviar a tiempo. Reprográmalo o envíalo ahora.",
};

export const reminders: Translation<typeof remindersWords> = {
  none: "No hay recordatorios",
  noneText: "Elige “Recordarme” en el menú de un mensaje.",
  goTo: "Ir al mensaje",
  deleteTitle: "¿Eliminar este recordatorio?",
  failed: "No se pudo enviar a tiempo.",
};
