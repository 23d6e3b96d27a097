import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { holdsWords } from "../../../settings/organization/holds.ts";

export const holds: Translation<typeof holdsWords> = {
  rows: { add: "Crear retención" },
  title: "Retenciones legales",
  hint: "Una retención conserva, para casos legales, los mensajes que se eliminan, editan o mueven. Nadie los ve en Parley y no se avisa a nadie.",
  none: "Sin retenciones",
  name: "Nombre",
  matter: "Número de caso",
  reason: "Motivo",
  people: "Personas",
  peopleHint: "Conserva lo que escriben y lo que reciben en sus conversaciones.",
  directOnly: "Solo mensajes directos",
  channels: "Canales",
  channelsHint: "Conserva todo lo que se escribe ahí.",
  from: "Enviados desde",
  until: "Enviados hasta",
  timesHint: "Déjalo vacío para no poner límite.",
  keeps: (versions: number, files: number, size: string) =>
    `${plural(versions, { one: "Conserva 1 mensaje", other: "Conserva # mensajes" })} · ${plural(files, { one: "1 archivo", other: "# archivos" })} · ${size}`,
  created: "Creada",
  released: "Liberada; se está eliminando lo que conservaba",
  edit: (name) => `Editar ${name}`,
  editTitle: "Editar retención",
  save: "Guardar retención",
  release: (name) => `Liberar ${name}`,
  releaseAsk: (name) => `¿Liberar ${name}?`,
  releaseText: "Lo que ninguna otra retención conserve se eliminará para siempre en un día.",
  releaseDo: "Liberar retención",
  releaseDone: "Retención liberada",
};
