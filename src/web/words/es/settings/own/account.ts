import type { Translation } from "../../../catalog.ts";
import type { accountWords, privacyWords, profileWords, yourDataWords } from "../../../settings/own/account.ts";

export const account: Translation<typeof accountWords> = {
  rows: {
    email: "Correo electrónico",
    password: "Contraseña",
    role: "Rol",
    deactivate: "Desactivar mi cuenta",
  },
  login: "Cuenta",
  changeEmail: "Cambiar correo",
  newEmail: "Nuevo correo",
  emailHint: "Te enviaremos allí un enlace de confirmación. La dirección cambia cuando lo abras.",
  emailSent: (address) => `Hemos enviado un correo de confirmación a ${address}.`,
  emailLocked: "Tu organización no permite cambiar la dirección de correo.",
  changePassword: "Cambiar contraseña",
  oldPassword: "Contraseña actual",
  newPassword: "Nueva contraseña",
  passwordHint: (length) => `Al menos ${length} caracteres. Se cerrarán tus demás sesiones.`,
  passwordStrength: {
    weak: "Es fácil de adivinar. Usa varias palabras sin relación entre sí.",
    fair: "Suficiente.",
    strong: "Difícil de adivinar.",
  },
  passwordForgotten: "¿Olvidaste tu contraseña?",
  passwordChanged: "Contraseña cambiada.",
  passwordLocked: "Tu organización no usa contraseñas para iniciar sesión.",
  end: "Desactivar cuenta",
  deactivateHint: "Tus mensajes se conservan. La administración puede reactivar tu cuenta.",
  deactivateTitle: "¿Desactivar tu cuenta?",
  deactivateAsk:
    "Se cerrarán todas tus sesiones y no podrás volver a entrar. Tus mensajes se conservan. Tus bots se desactivarán.",
};

export const privacy: Translation<typeof privacyWords> = {
  rows: {
    presence_enabled: "Mostrar cuándo estoy en línea",
    send_private_typing_notifications: "Mostrar cuándo escribo en mensajes directos",
    send_stream_typing_notifications: "Mostrar cuándo escribo en canales",
    send_read_receipts: "Permitir que otros vean qué he leído",
    email_address_visibility: "Quién puede ver mi dirección de correo",
    hide_address_in_calls: "Ocultar mi dirección IP en las llamadas",
    allow_private_data_export: "Permitir que la administración exporte mis datos privados",
  },
  hints: {
    hide_address_in_calls: "Las llamadas pasan entonces por un servidor de retransmisión, lo que puede añadir retardo.",
  },
  options: {
    email_address_visibility: {
      1: "Todos, incluidos los invitados",
      2: "Todos salvo los invitados",
      5: "Moderadores, administradores y propietarios",
      3: "Administradores y propietarios",
      4: "Nadie",
    },
  },
  title: "Privacidad",
  seen: "Lo que ven otras personas",
  receiptsLocked: "Tu organización no usa confirmaciones de lectura.",
  relayMissing:
    "Este servidor no tiene un servidor de retransmisión (TURN) para llamadas. Su administración puede configurar uno.",
  relayNeedless: "Aquí las llamadas pasan por un servidor de medios, así que nadie ve tu dirección IP.",
  consent: "Exportaciones de la administración",
  consentHint:
    "Las exportaciones completas incluirán tus canales privados y mensajes directos. Los datos públicos se incluyen siempre.",
};

export const profile: Translation<typeof profileWords> = {
  rows: {
    full_name: "Nombre",
    picture: "Foto de perfil",
    fields: "Campos de perfil",
    preview: "Vista previa",
  },
  nameLocked: "Tu organización no permite cambiar el nombre.",
  pictureLocked: "Tu organización no permite cambiar la foto.",
  fieldLocked: "Solo la administración puede cambiar esto.",
  upload: "Subir foto",
  removePicture: "Quitar foto",
  removePictureAsk: "Las demás personas verán tus iniciales o tu Gravatar.",
  noPicture: "El navegador no puede mostrar este archivo como imagen.",
  pictureSaved: "Foto de perfil actualizada.",
  pictureRemoved: "Foto de perfil quitada.",
  crop: "Recortar la foto",
  cropHint: "Arrastra la foto, haz clic en lo que deba quedar en el centro o usa las flechas.",
  cropArea: "Foto: las flechas la mueven",
  zoom: "Tamaño",
  noChoice: "Ninguno",
  required: "Tu organización lo exige.",
  username: (service) => `Tu nombre en ${service}`,
};

export const yourData: Translation<typeof yourDataWords> = {
  rows: {
    collect: "Exportar mis datos",
  },
  file: "Tu copia",
  fileHint:
    "Un archivo con todo lo que se guarda sobre ti: páginas para leer, JSON para programas y tus archivos. Una vez al día.",
  pending: "Reuniendo tus datos… Puedes salir de esta página.",
  failed: "No se pudieron reunir tus datos. Inténtalo de nuevo.",
  download: "Descargar",
  until: "Disponible hasta",
};
