import type { Translation } from "../../../catalog.ts";
import type {
  onboardingWords,
  organizationMessagesWords,
  organizationProfileWords,
  userDefaultsWords,
} from "../../../settings/organization/organization-profile.ts";

export const organizationProfile: Translation<typeof organizationProfileWords> = {
  rows: {
    name: "Nombre de la organización",
    description: "Descripción",
    org_type: "Tipo de organización",
    icon: "Icono",
    logo: "Logotipo para el tema claro",
    night_logo: "Logotipo para el tema oscuro",
    address: "URL",
    enable_spectator_access: "Permitir visitas sin cuenta",
    deactivate: "Desactivar organización",
  },
  about: "Acerca de",
  pictures: "Imágenes",
  seen: "Acceso",
  end: "Desactivar organización",
  descriptionHint: "Admite Markdown. Se muestra en la página de inicio de sesión: cualquiera en internet puede leerla.",
  preview: "Vista previa",
  iconHint: "Cuadrado. Se muestra junto al nombre, en los correos y en las notificaciones.",
  logoHint: "Ancho. Lo muestran los clientes que muestran un logotipo.",
  upload: "Elegir imagen…",
  remove: "Quitar",
  tooLarge: (mib) => `Las imágenes pueden ocupar hasta ${mib} MB.`,
  addressHint: "Se usa en invitaciones, correos y enlaces. Quien administra el servidor puede cambiarla.",
  spectatorHint: "Las visitas solo pueden leer los canales públicos en la web y no pueden publicar.",
  spectatorClosed: "Los canales públicos en la web están desactivados en este servidor.",
  holdsPossible:
    "En este servidor, los propietarios pueden conservar mensajes eliminados y editados para casos legales.",
  invited: "Solo se puede entrar con invitación.",
  open: "Cualquiera con la URL puede unirse.",
  toPermissions: "Cambiar quién puede unirse",
  ended:
    "Ya nadie puede iniciar sesión y no se envía nada. Todo se conserva: quien administra el servidor puede reactivarla.",
  endTitle: (name) => `¿Desactivar ${name}?`,
  endText: (people) =>
    people === 1
      ? "Se cerrará tu sesión y nadie podrá usar la organización."
      : `Se cerrará la sesión de las ${people} personas y nadie podrá usar la organización.`,
  typeName: (name) => `Escribe ${name} para confirmar`,
  endAction: "Desactivar organización",
  types: {
    0: "Sin definir",
    10: "Empresa",
    20: "Proyecto de código abierto",
    30: "Educación (sin ánimo de lucro)",
    35: "Educación (con ánimo de lucro)",
    40: "Investigación",
    50: "Evento o congreso",
    60: "Organización sin ánimo de lucro",
    70: "Administración pública",
    80: "Grupo político",
    90: "Comunidad",
    100: "Personal",
    1000: "Otro",
  },
};

export const organizationMessages: Translation<typeof organizationMessagesWords> = {
  rows: {
    default_code_block_language: "Lenguaje predeterminado de los bloques de código",
    inline_image_preview: "Mostrar imágenes y vídeos en los mensajes",
    inline_url_embed_preview: "Mostrar vistas previas de páginas enlazadas",
    media_preview_size: "Tamaño de las imágenes en los mensajes",
    gif_rating_policy: "Selector de GIF",
    send_channel_events_messages: "Publicar avisos sobre cambios en los canales",
    require_e2ee_push_notifications: "Exigir cifrado de extremo a extremo para el contenido de las notificaciones push",
    transcribe_voice_messages: "Transcribir los mensajes de voz",
    video_chat_provider: "Proveedor de llamadas",
    encrypt_calls: "Cifrar las llamadas más allá del servidor multimedia",
    jitsi_server_url: "URL de Jitsi Meet",
  },
  messages: "Mensajes",
  codeHint: "Como se escribe tras ```, por ejemplo python. Vacío significa sin resaltado.",
  previewHint: "Si está desactivado, solo se muestran enlaces. Se aplica a los mensajes nuevos.",
  mediaSizes: { 100: "Normal", 150: "Grande", 200: "Muy grande" },
  gifHint: "Lo máximo que muestran las apps con selector de GIF, por clasificación de edad. Este cliente no tiene.",
  noGifs: "Desactivado",
  channelEventsHint: "En el tema “channel events”, por ejemplo cuando un canal cambia de nombre.",
  cardHint: "El servidor obtiene el título y la imagen de cada página enlazada.",
  pushHint: "Las apps que no lo admiten no reciben notificaciones push.",
  calls: "Llamadas",
  callsHint: "Para enlaces a llamadas y para los botones de llamada de otras apps.",
  noCalls: "Ninguno",
  ownCalls: "Integradas",
  transcribeHint: "Quien envía un mensaje de voz puede pedir que lo transcriba Workers AI de Cloudflare.",
  encryptHint:
    "Para las llamadas que empiecen a partir de ahora: el servidor multimedia no puede oírlas ni verlas. Para unirse hace falta un navegador reciente.",
  jitsiHint: "Déjalo vacío para usar el del servidor.",
};

export const onboarding: Translation<typeof onboardingWords> = {
  rows: {
    welcome_message_custom_text: "Mensaje de bienvenida propio",
    send_welcome_emails: "Enviar correos de bienvenida a las personas nuevas",
    message_content_allowed_in_email_notifications: "Incluir el contenido de los mensajes en los correos",
    digest_emails_enabled: "Enviar resúmenes a quienes llevan días sin entrar",
    digest_weekday: "Día de la semana",
  },
  newcomers: "Bienvenida",
  welcomeHint:
    "Admite Markdown. El bot de bienvenida lo envía a las personas nuevas tras su propio mensaje. Las invitaciones pueden tener el suyo.",
  trial: "Enviarme una prueba",
  trialSent: "El bot de bienvenida ha enviado la prueba",
  letterHint: "El correo dice dónde y con qué dirección iniciar sesión.",
  emails: "Correos",
  contentHint: "Si está desactivado, los correos solo dicen que hay mensajes.",
  digest: "Correos semanales",
  digestHint: "Las conversaciones más activas de sus canales y los canales nuevos. Cada persona puede desactivarlos.",
  noMail: "Este servidor no puede enviar correo.",
  weekdays: {
    0: "Lunes",
    1: "Martes",
    2: "Miércoles",
    3: "Jueves",
    4: "Viernes",
    5: "Sábado",
    6: "Domingo",
  },
};

export const userDefaults: Translation<typeof userDefaultsWords> = {
  rows: { title: "Ajustes predeterminados de las personas" },
  hint: "Para quienes se unan desde ahora. Pueden cambiarlos. Quienes ya están conservan los suyos.",
};
