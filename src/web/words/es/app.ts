import type { appWords, errorsWords, partsWords } from "../app.ts";
import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";

export const app: Translation<typeof appWords> = {
  loading: "Cargando…",
  retry: "Intentar de nuevo",
  back: "Atrás",
  close: "Cerrar",
  cancel: "Cancelar",
  save: "Guardar",
  done: "Listo",
  undo: "Deshacer",
  more: "Más",
  copy: "Copiar",
  copied: "Copiado",
  delete: "Eliminar",
  edit: "Editar",
  skip: "Ir al contenido principal",
  details: "Detalles",
  partMissing: "No se pudo cargar esta página",
  partMissingReason: "Puede que no tengas conexión o que el servidor se haya actualizado.",
  reload: "Recargar la página",
};

export const errors: Translation<typeof errorsWords> = {
  unreachable: "No se puede conectar con el servidor. No se ha perdido nada. Inténtalo de nuevo en un momento.",
  unknown: "Algo salió mal. No se ha perdido nada. Inténtalo de nuevo.",
};

export const parts: Translation<typeof partsWords> = {
  justNow: "ahora mismo",
  dayAndTime: (day, time) => `${day}, ${time}`,
  unread: (count) => plural(count, { other: "# sin leer" }),
  mentioned: (count) => plural(count, { other: "# sin leer, te han mencionado" }),
  presence: { active: "en línea", idle: "ausente", offline: "sin conexión", bot: "bot" },
  overlays: "Menús y tarjetas",
  keyCaps: {
    control: "Ctrl",
    alt: "Alt",
    shift: "Mayús",
    Escape: "Esc",
    Enter: "Intro",
    Space: "Espacio",
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    PageUp: "Re Pág",
    PageDown: "Av Pág",
    Home: "Inicio",
    End: "Fin",
  },
};
