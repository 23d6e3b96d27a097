import type { Translation } from "../../../catalog.ts";
import type { erasureWords } from "../../../settings/organization/erasure.ts";

export const erasure: Translation<typeof erasureWords> = {
  rows: {
    erase: "Borrar la cuenta",
  },
  menu: "Borrar…",
  title: (name) => `¿Borrar a ${name}?`,
  messages: "Mensajes",
  keep: "Conservar",
  keepHint: "Aparecen como escritos por “Deleted user”, con un número.",
  remove: "Eliminar",
  removeHint: "Para todos, con sus archivos, reacciones y votos.",
  consequences: [
    "Se borran su nombre, correo, foto, perfil, configuración y accesos, y los de sus bots.",
    "Las menciones en mensajes de otras personas ya no muestran su nombre.",
  ],
  deactivatesNow: "La cuenta se desactiva de inmediato.",
  begins: (when) => `Se borra para siempre el ${when}. Hasta entonces puedes deshacerlo aquí.`,
  action: "Borrar cuenta",
  ordered: (name, when) => `${name} se borrará el ${when}`,
  waiting: "Cuentas por borrar",
  requested: (when) => `Solicitado el ${when}`,
  due: (when) => `Se borrará el ${when}`,
  withMessages: "con mensajes",
  accept: "Aceptar…",
  refuse: "Rechazar",
  undo: "Deshacer",
  refused: (name) => `Borrado rechazado: ${name}`,
  undone: (name) => `${name} no se borrará`,
  ownHint: "Deciden los propietarios. La cuenta se borra 14 días después; hasta entonces pueden deshacerlo.",
  ask: "Solicitar borrado…",
  askTitle: "¿Solicitar que se borre tu cuenta?",
  askAction: "Enviar solicitud",
  askConsequences: [
    "Se borran tu nombre, correo, foto, perfil, configuración y accesos, y los de tus bots.",
    "Cuando un propietario acepte, se cerrarán todas tus sesiones.",
  ],
  asked: (when) => `Lo solicitaste el ${when}. Un propietario tiene que aceptarlo.`,
  withdraw: "Retirar solicitud",
};
