import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { preferencesWords, savedSnippetsWords, uploadedFilesWords } from "../../../settings/own/preferences.ts";

export const preferences: Translation<typeof preferencesWords> = {
  rows: {
    theme: "Tema",
    density: "Densidad",
    letterKeys: "Atajos de una sola tecla",
    default_language: "Idioma",
    timezone: "Zona horaria",
    twenty_four_hour_time: "Formato de hora",
    web_home_view: "Vista de inicio",
    web_channel_default_view: "Los canales se abren en",
    web_mark_read_on_scroll_policy: "Marcar mensajes como leídos al desplazarse",
    web_font_size_px: "Tamaño del texto",
    web_line_height_percent: "Interlineado",
    fluid_layout_width: "Usar todo el ancho de la ventana",
    emojiset: "Emoji",
    web_animate_image_previews: "Reproducir imágenes animadas",
    display_emoji_reaction_users: "Mostrar nombres en las reacciones",
    receives_typing_notifications: "Mostrar cuándo escriben otras personas",
    web_escape_navigates_to_home_view: "Esc lleva a la vista de inicio",
    enter_sends: "Intro envía el mensaje",
    web_navigate_to_sent_message: "Ir a la conversación tras enviar",
    translate_emoticons: "Convertir emoticonos en emojis",
    enable_drafts_synchronization: "Sincronizar borradores entre dispositivos",
    web_left_sidebar_show_channel_folders: "Agrupar canales por carpeta",
    demote_inactive_streams: "Agrupar aparte los canales inactivos",
    starred_message_counts: "Mostrar cuántos mensajes destacados hay",
    desktop_icon_count_display: "Contador de no leídos en el título y el icono",
  },
  clocks: { language: "Según el idioma", h12: "12 horas", h23: "24 horas" },
  hints: {
    timezone: "Otras personas pueden ver tu hora local.",
    web_mark_read_on_scroll_policy: "Siempre puedes marcarlos tú como leídos o no leídos.",
    display_emoji_reaction_users: "Si solo reaccionaron unas pocas personas; si no, el número.",
    enter_sends: "Si está desactivado, Intro añade una línea y Ctrl+Intro envía.",
    translate_emoticons: "Como :) y <3, al enviar.",
    demote_inactive_streams: "Canales sin mensajes recientes.",
  },
  options: {
    web_home_view: {
      inbox: "Bandeja de entrada",
      recent_topics: "Conversaciones recientes",
      all_messages: "Vista combinada",
    },
    web_channel_default_view: { 2: "Todos sus mensajes", 3: "Lista de temas" },
    web_mark_read_on_scroll_policy: { 1: "Siempre", 2: "Solo en las conversaciones", 3: "Nunca" },
    web_font_size_px: {
      12: "El más pequeño",
      13: "Más pequeño",
      14: "Pequeño",
      15: "Algo más pequeño",
      16: "Normal",
      17: "Algo más grande",
      18: "Grande",
      19: "Más grande",
      20: "El más grande",
    },
    web_line_height_percent: {
      120: "Mínimo",
      130: "Estrecho",
      140: "Normal",
      150: "Amplio",
      160: "Más amplio",
      180: "Máximo",
    },
    emojiset: { google: "Imágenes", text: "Nombres" },
    web_animate_image_previews: { always: "Siempre", on_hover: "Al pasar el puntero", never: "Nunca" },
    demote_inactive_streams: { 1: "Cuando hay muchos canales", 2: "Siempre", 3: "Nunca" },
    desktop_icon_count_display: {
      1: "Todos los mensajes sin leer",
      2: "Mensajes directos, menciones y temas seguidos",
      3: "Mensajes directos y menciones",
      4: "Ninguno",
    },
  },
  device: "En este dispositivo",
  deviceHint: "Se guarda solo en este navegador.",
  place: "Idioma y hora",
  reading: "Lectura",
  writing: "Escritura",
  sidebar: "Barra lateral",
  themes: { system: "Como el sistema", light: "Claro", dark: "Oscuro" },
  densities: { comfortable: "Cómoda", compact: "Compacta" },
  letterKeysHint: "Desactívalos si dictas o pulsas teclas sin querer.",
  languageHint: "La página se recargará.",
  noTimezone: "Sin definir",
};

export const savedSnippets: Translation<typeof savedSnippetsWords> = {
  rows: {
    add: "Nuevo fragmento",
  },
  hint: "Textos que envías a menudo. Inserta uno con Ctrl+'.",
  removed: (title) => `Se eliminó “${title}”`,
};

export const uploadedFiles: Translation<typeof uploadedFilesWords> = {
  rows: { search: "Buscar archivos", order: "Orden" },
  none: "No hay archivos",
  noneText: "Aquí aparecen los archivos que compartes, con los mensajes en que están.",
  nothingFound: "Ningún archivo coincide",
  sum: (count, size) => `${plural(count, { one: "# archivo", other: "# archivos" })}, ${size} en total`,
  space: "Almacenamiento de la organización",
  ofQuota: (used, quota) => `Los archivos de tu organización ocupan ${used} de ${quota}.`,
  orders: {
    newest: "Más recientes primero",
    oldest: "Más antiguos primero",
    largest: "Más grandes primero",
    smallest: "Más pequeños primero",
    name: "Por nombre",
  },
  inNone: "en ningún mensaje",
  inMessages: (count) => plural(count, { one: "en 1 mensaje", other: "en # mensajes" }),
  remove: (name) => `Eliminar ${name}`,
  removeAsk: (name) => `¿Eliminar ${name}?`,
  removeText: (count) =>
    count === 0
      ? "No se puede recuperar."
      : plural(count, {
          one: "El enlace de 1 mensaje dejará de funcionar. El archivo no se puede recuperar.",
          other: "Los enlaces de # mensajes dejarán de funcionar. El archivo no se puede recuperar.",
        }),
  removed: (name) => `Se eliminó ${name}`,
};
