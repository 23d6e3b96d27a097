import type { Translation } from "../../../catalog.ts";
import type {
  alertWordsWords,
  mutedUsersWords,
  notificationSettingsWords,
  pushDevicesWords,
  topicSettingsWords,
} from "../../../settings/own/notifications.ts";

export const notificationSettings: Translation<typeof notificationSettingsWords> = {
  rows: {
    directs: "Mensajes directos y menciones",
    followed: "Temas que sigues",
    channels: "Los demás temas de tus canales",
    byChannel: "Ajustes por canal",
    permission: "Notificaciones del navegador",
    test: "Probar",
    quiet: "No molestar",
    notification_sound: "Sonido",
    pm_content_in_desktop_notifications: "Mostrar el contenido de los mensajes directos",
    enable_call_ringing: "Sonar cuando alguien me llame",
    enable_online_push_notifications: "Enviar notificaciones push aunque esté en línea aquí",
    email_notifications_batching_period_seconds: "Espera antes de enviar correos",
    message_content_in_email_notifications: "Incluir el contenido de los mensajes en los correos",
    realm_name_in_email_notifications_policy: "Nombre de la organización en el asunto",
    enable_digest_emails: "Resumen semanal si llevo días sin entrar",
    enable_login_emails: "Nuevos inicios de sesión en mi cuenta",
  },
  hints: {
    pm_content_in_desktop_notifications: "Otras personas podrían ver tu pantalla.",
    enable_call_ringing: "Si está desactivado, una llamada es un mensaje más en todos tus dispositivos.",
    email_notifications_batching_period_seconds: "No se incluyen los mensajes que leas mientras tanto.",
    enable_digest_emails: "Si tu organización envía estos correos.",
    enable_login_emails: "Para que te enteres si entra otra persona.",
  },
  options: {
    notification_sound: { parley: "Parley", zulip: "Dos tonos", ding: "Campana", none: "Ninguno" },
    email_notifications_batching_period_seconds: {
      120: "2 minutos",
      300: "5 minutos",
      600: "10 minutos",
      1800: "30 minutos",
      3600: "1 hora",
      21600: "6 horas",
      86400: "1 día",
    },
    realm_name_in_email_notifications_policy: { 1: "Si estoy en varias organizaciones", 2: "Siempre", 3: "Nunca" },
  },
  what: "Notificarme sobre",
  ways: { desktop: "Escritorio", sound: "Sonido", push: "Push", email: "Correo", wildcard: "@all" },
  wildcardHint: "@all: tratar las menciones @all como menciones a mí.",
  channelsHint: "Prevalecen sobre los ajustes de arriba.",
  noChannels: "Todos tus canales usan los ajustes de arriba.",
  addChannel: "Personalizar un canal",
  reset: (name) => `Restablecer ${name}`,
  device: "En este dispositivo",
  isOn: "Activadas",
  isBlocked: "Tu navegador bloquea las notificaciones de este sitio. Permítelas en los ajustes del sitio.",
  isMissing: "Este navegador no admite notificaciones.",
  tryTitle: "Notificación de prueba",
  tryText: "Alguien: ¡Hola!",
  quietHint: "Pausa las notificaciones y los sonidos en este dispositivo.",
  quietFor: {
    off: "Desactivado",
    hour: "Durante una hora",
    morning: "Hasta mañana por la mañana",
    always: "Hasta que lo desactive",
  },
  quietUntil: (when) => `Hasta: ${when}`,
  desktop: "Escritorio y sonido",
  mobile: "Push",
  email: "Correo",
  topics: "Temas",
  words: "Palabras de alerta",
};

export const pushDevices: Translation<typeof pushDevicesWords> = {
  rows: {
    on: "Notificarme en este navegador, aunque Parley esté cerrado",
    all: "Navegadores con notificaciones push",
  },
  onHint: "Sobre lo que elijas en “Push”. Los servicios push no pueden leer tus mensajes: van cifrados.",
  impossible: "Este navegador no puede recibir notificaciones con la página cerrada.",
  installFirst: "En un iPhone o iPad, añade primero esta página a la pantalla de inicio y ábrela desde allí.",
  notHere: "Este servidor no envía notificaciones push a navegadores.",
  refused:
    "No se pudieron activar las notificaciones push. Puede que tu navegador no las permita o no llegue a su servicio push.",
  test: "Enviar una prueba",
  tested: "Prueba enviada",
  gone: "Ese navegador ya no está disponible y se ha quitado",
  remove: "Quitar",
  removed: (name) => `Notificaciones push desactivadas para ${name}`,
  thisBrowser: "Este navegador",
  since: "Desde",
  none: "Aún no hay navegadores",
};

export const alertWords: Translation<typeof alertWordsWords> = {
  rows: {
    add: "Nueva palabra de alerta",
  },
  addIt: "Añadir",
  hint: "Los mensajes con estas palabras te avisan como si te mencionaran.",
  none: "Aún no hay palabras de alerta",
  remove: (word) => `Quitar ${word}`,
  removed: (word) => `Se quitó la palabra de alerta “${word}”.`,
};

export const mutedUsers: Translation<typeof mutedUsersWords> = {
  rows: {
    add: "Silenciar a alguien",
  },
  title: "Personas silenciadas",
  hint: "Sus mensajes quedan ocultos para ti. No reciben ningún aviso.",
  none: "No has silenciado a nadie.",
  unmute: (name) => `Dejar de silenciar a ${name}`,
  since: "Desde",
};

export const topicSettings: Translation<typeof topicSettingsWords> = {
  rows: {
    automatically_follow_topics_policy: "Seguir temas automáticamente",
    automatically_unmute_topics_in_muted_streams_policy: "Dejar de silenciar temas en canales silenciados",
    automatically_follow_topics_where_mentioned: "Seguir automáticamente los temas donde me mencionan",
    resolved_topic_notice_auto_read_policy: "Marcar como leídos los avisos de temas resueltos",
    yours: "Tus temas",
  },
  hints: {},
  options: {
    automatically_follow_topics_policy: {
      1: "Si participo",
      2: "Si envío un mensaje",
      3: "Si los inicio",
      4: "Nunca",
    },
    automatically_unmute_topics_in_muted_streams_policy: {
      1: "Si participo",
      2: "Si envío un mensaje",
      3: "Si los inicio",
      4: "Nunca",
    },
    resolved_topic_notice_auto_read_policy: {
      always: "Siempre",
      except_followed: "Salvo en los temas que sigo",
      never: "Nunca",
    },
  },
  automatic: "Automático",
  policies: { 0: "Predeterminado", 1: "Silenciado", 2: "No silenciado", 3: "Seguido" },
  policyOf: (topic) => `Notificaciones de ${topic}`,
  remove: (topic) => `Restablecer ${topic}`,
  none: "No sigues ni has silenciado ningún tema.",
  noneHint: "Sigue o silencia un tema desde su menú.",
  find: "Buscar un tema",
  notFound: "Ningún tema coincide",
};
