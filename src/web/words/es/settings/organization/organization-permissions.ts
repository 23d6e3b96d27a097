import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type {
  authMethodsWords,
  moderationWords,
  organizationPermissionsWords,
} from "../../../settings/organization/organization-permissions.ts";

export const organizationPermissions: Translation<typeof organizationPermissionsWords> = {
  rows: {
    invite_required: "Hace falta una invitación para unirse",
    can_invite_users_group: "Quién puede invitar por correo",
    create_multiuse_invite_group: "Quién puede crear enlaces de invitación",
    emails_restricted_to_domains: "Limitar los dominios de correo de las personas nuevas",
    disallow_disposable_email_addresses: "No permitir direcciones de correo desechables",
    waiting_period_threshold: "Espera hasta ser miembro pleno (días)",
    can_create_public_channel_group: "Quién puede crear canales públicos",
    can_create_private_channel_group: "Quién puede crear canales privados",
    can_create_web_public_channel_group: "Quién puede crear canales públicos en la web",
    can_add_subscribers_group: "Quién puede añadir personas a canales",
    topics_policy: "Mensajes sin tema",
    can_set_topics_policy_group: "Quién puede permitir o exigir mensajes sin tema en un canal",
    can_resolve_topics_group: "Quién puede marcar temas como resueltos",
    can_move_messages_between_topics_group: "Quién puede mover mensajes a otro tema",
    move_messages_within_stream_limit_seconds: "Plazo para mover mensajes a otro tema",
    can_move_messages_between_channels_group: "Quién puede mover mensajes a otro canal",
    move_messages_between_streams_limit_seconds: "Plazo para mover mensajes a otro canal",
    allow_message_editing: "Permitir editar mensajes",
    message_content_edit_limit_seconds: "Plazo para editar mensajes",
    message_edit_history_visibility_policy: "Mostrar el historial de ediciones",
    can_delete_own_message_group: "Quién puede eliminar sus propios mensajes",
    message_content_delete_limit_seconds: "Plazo para eliminar mensajes",
    can_delete_any_message_group: "Quién puede eliminar cualquier mensaje",
    can_set_delete_message_policy_group: "Quién puede cambiar quién elimina mensajes en un canal",
    can_mention_many_users_group: "Quién puede avisar a todos en un canal grande",
    can_summarize_topics_group: "Quién puede resumir temas",
    direct_message_permission_group: "Quién puede usar mensajes directos",
    direct_message_initiator_group: "Quién puede iniciar mensajes directos",
    can_create_groups: "Quién puede crear grupos",
    can_manage_all_groups: "Quién puede gestionar todos los grupos",
    can_access_all_users_group: "Quién puede ver a todas las personas",
    enable_guest_user_indicator: "Señalar a los invitados junto a su nombre",
    enable_guest_user_dm_warning: "Avisar antes de escribir a invitados",
    name_changes_disabled: "Impedir que las personas cambien su nombre",
    email_changes_disabled: "Impedir que las personas cambien su correo",
    avatar_changes_disabled: "Impedir que las personas cambien su foto",
    require_unique_names: "Exigir nombres únicos",
    enable_read_receipts: "Mostrar quién ha leído un mensaje",
    can_create_bots_group: "Quién puede crear cualquier tipo de bot",
    can_create_write_only_bots_group: "Quién puede crear bots que solo envían mensajes",
    can_add_custom_emoji_group: "Quién puede añadir emojis personalizados",
    can_manage_billing_group: "Quién puede gestionar la facturación",
    workplace_users_group: "Quién cuenta para un plan de pago",
  },
  hints: {
    invite_required: "Si está desactivado, cualquiera con la URL puede unirse.",
    create_multiuse_invite_group: "Cualquiera que reciba un enlace así puede unirse.",
    emails_restricted_to_domains: "Con otras direcciones nadie puede unirse, ni siquiera con invitación.",
    disallow_disposable_email_addresses: "El correo de esas direcciones a menudo puede leerlo cualquiera.",
    waiting_period_threshold: "Los permisos se pueden limitar a miembros plenos. Con 0, todos lo son de inmediato.",
    can_create_web_public_channel_group: "Cualquiera en internet puede leer estos canales, sin cuenta.",
    can_add_subscribers_group: "A los canales en los que están y a los públicos.",
    can_set_topics_policy_group: "También necesitan permiso para gestionar el canal.",
    can_move_messages_between_topics_group: "Para quienes administran y moderan no hay plazo.",
    can_delete_own_message_group: "Quien puede eliminar cualquier mensaje también puede eliminar los suyos.",
    can_delete_any_message_group: "Los mensajes se eliminan definitivamente, para todo el mundo.",
    can_mention_many_users_group: "Con @all, en un canal con muchos miembros.",
    direct_message_permission_group:
      "Al menos una persona así tiene que participar. “Nadie” desactiva los mensajes directos.",
    direct_message_initiator_group: "Las demás personas pueden responder.",
    can_manage_all_groups: "También los grupos que no han creado y en los que no están.",
    can_access_all_users_group:
      "Los invitados sin este permiso solo ven a las personas de sus canales y conversaciones.",
    name_changes_disabled: "La administración puede seguir cambiándolos.",
    email_changes_disabled: "La administración puede seguir cambiándolos.",
    avatar_changes_disabled: "La administración puede seguir cambiándolas.",
    enable_read_receipts: "Cada persona puede seguir ocultando lo que ha leído.",
  },
  parts: {
    joining: "Incorporación",
    channels: "Canales",
    topics: "Temas",
    messages: "Mensajes",
    direct: "Mensajes directos",
    groups: "Grupos",
    people: "Personas y privacidad",
    bots: "Otros",
  },
  topics: {
    allow_empty_topic: "Permitidos (van al chat general)",
    disable_empty_topic: "No permitidos (el tema es obligatorio)",
  },
  histories: {
    all: "Ediciones y cambios de lugar",
    moves: "Solo cambios de lugar",
    none: "Nada",
  },
  noLimit: "Sin límite",
  custom: "Otro…",
  minutes: "Minutos",
  duration: (minutes) =>
    minutes % (7 * 24 * 60) === 0
      ? plural(minutes / (7 * 24 * 60), { one: "# semana", other: "# semanas" })
      : minutes % (24 * 60) === 0
        ? plural(minutes / (24 * 60), { one: "# día", other: "# días" })
        : minutes % 60 === 0
          ? plural(minutes / 60, { one: "# hora", other: "# horas" })
          : plural(minutes, { one: "# minuto", other: "# minutos" }),
  domains: "Dominios permitidos",
  domain: "Dominio",
  domainHint: "Por ejemplo, harbour.example.",
  addDomain: "Añadir dominio",
  subdomains: "Incluir subdominios",
  withSubdomains: (domain) => `${domain}, con subdominios`,
  domainRemoved: (domain) => `Se quitó ${domain}`,
  lastDomain: "Es el último dominio. Si lo quitas, podrán unirse direcciones de cualquier dominio.",
  removeDomain: (domain) => `Quitar ${domain}`,
  noDomains: "Aún no hay dominios. Añade al menos uno antes de activar esto.",
};

export const moderation: Translation<typeof moderationWords> = {
  rows: { moderation_request_channel_id: "Canal para las denuncias" },
  reports: "Denuncias",
  lead: "Cualquiera puede denunciar un mensaje desde su menú. Las denuncias se publican en el canal que elijas.",
  channelHint: "Un canal privado para quienes moderan.",
  noChannel: "Ningún canal",
  off: "No se puede denunciar hasta que elijas un canal.",
  reported: "Denuncias recientes",
  reportedHint: "Las denuncias sobre una persona comparten un tema. Márcalo como resuelto cuando termines.",
  none: "Aún no hay denuncias",
};

export const authMethods: Translation<typeof authMethodsWords> = {
  rows: {
    authentication_methods: "Métodos de inicio de sesión",
    second_factor_required_role: "Quién debe usar llave de acceso o dos pasos",
  },
  moreThanPassword: "Autenticación en dos pasos",
  secondFactorHint:
    "También se aplica al entrar con otro servicio. Quien no tenga ninguna de las dos la configura la próxima vez que entre.",
  title: "Métodos de inicio de sesión",
  hint: "Cómo se puede iniciar sesión en esta organización.",
  methods: {
    dev: {
      label: "Inicio de sesión de desarrollo",
      hint: "Sin contraseña y solo en este equipo. Para probar el servidor.",
    },
    email: {
      label: "Correo y contraseña",
      hint: "También hace falta para restablecer contraseñas por correo y obtener claves de API.",
    },
    openId: {
      label: "OpenID Connect",
      hint: "Con una cuenta del proveedor que configuró quien administra el servidor.",
    },
  },
  unavailable: "No está configurado en este servidor. Consulta a quien lo administra.",
  last: "Hace falta al menos un método de inicio de sesión.",
  offTitle: (name) => `¿Desactivar el inicio de sesión con ${name}?`,
  offText: "Quienes entraron así conservan su sesión. La próxima vez necesitarán otro método.",
  offAction: "Desactivar",
};
