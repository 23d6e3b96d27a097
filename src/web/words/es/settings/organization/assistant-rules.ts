import type { Translation } from "../../../catalog.ts";
import type { assistantRulesWords } from "../../../settings/organization/assistant-rules.ts";

export const assistantRules: Translation<typeof assistantRulesWords> = {
  rows: {
    assistants_min_approval: "Lo que siempre se aprueba",
    assistant_clients: "Programas permitidos",
    assistant_origins: "Sitios web que pueden conectarse",
    assistants_may_use_api_keys: "Permitir claves de API personales en asistentes",
    audit_assistant_reads: "Registrar lo que leen los asistentes",
  },
  people: "Personas",
  programs: "Programas y sitios web",
  auditLog: "Registro de auditoría",
  approvalHint: "Cada persona puede elegir reglas más estrictas para cada asistente.",
  approvals: {
    none: "Lo que cada persona elija",
    writes: "Cada mensaje",
    all: "Cada mensaje, reacción y otro cambio",
  },
  clientsHint:
    "Un host por línea, por ejemplo claude.ai. Escribe localhost para los programas del propio ordenador. Déjalo vacío para permitir cualquiera.",
  originsHint: "Una dirección por línea, por ejemplo https://tools.example.com.",
  keysHint: "Una clave de API puede hacer sin preguntar todo lo que puede su dueño.",
  readsHint: "Cada respuesta se registra con sus conversaciones, nunca con sus mensajes.",
};
