import type { en } from "./en.ts";

export const es: typeof en = {
  failures: {
    state: ({ service }) => ({
      title: "Este inicio de sesión empezó en otro lugar",
      text: `La respuesta de ${service} pertenece a un inicio de sesión que no empezó en este navegador o que no es el último. No has iniciado sesión. Empieza de nuevo.`,
    }),
    expired: () => ({
      title: "Tardó demasiado",
      text: "Los inicios de sesión caducan a los 15 minutos. Empieza de nuevo.",
    }),
    used: () => ({
      title: "Este inicio de sesión ya se usó",
      text: "Una página de inicio de sesión funciona una sola vez, así que el botón Atrás del navegador no puede volver a abrirla. Empieza de nuevo.",
    }),
    cancelled: ({ service }) => ({
      title: "No has iniciado sesión",
      text: `El inicio de sesión con ${service} se canceló o se denegó el acceso.`,
    }),
    provider_down: ({ service }) => ({
      title: `${service} no responde`,
      text: `No se pudo conectar con ${service}. Inténtalo de nuevo en unos minutos o inicia sesión de otra forma.`,
    }),
    untrusted: ({ service }) => ({
      title: `${service} envió una respuesta inesperada`,
      text: "No pertenece a este inicio de sesión, así que no has entrado. Inténtalo de nuevo. Si vuelve a ocurrir, avisa a la administración del servidor: el registro del servidor tiene los detalles.",
    }),
    unverified: ({ service, email }) => ({
      title: "Tu correo electrónico no está verificado",
      text: `${service} no confirma que ${email || "tu correo electrónico"} sea tuyo. Verifícalo allí e inténtalo de nuevo.`,
    }),
    not_allowed: ({ organization, email }) => ({
      title: "Este correo electrónico no está permitido aquí",
      text: `${organization} no permite cuentas con ${email || "esta dirección"}. Inicia sesión con otra o pregunta a la administración.`,
    }),
    deactivated: ({ organization }) => ({
      title: "Tu cuenta está desactivada",
      text: `La administración de ${organization} puede reactivarla.`,
    }),
    login_only: ({ service, email }) => ({
      title: "Todavía no tienes una cuenta",
      text: `${email || "Tu dirección"} no tiene una cuenta aquí, y ${service} no puede crearla. Pide una invitación a la administración.`,
    }),
    invitation_needed: ({ organization, email }) => ({
      title: "Necesitas una invitación",
      text: `${email || "Tu dirección"} no tiene una cuenta en ${organization}, y solo es posible unirse con una invitación. Inicia sesión con otra dirección o pide una invitación.`,
    }),
    other_address: ({ service, email }) => ({
      title: "La invitación es para otra dirección",
      text: `En ${service} tu dirección es ${email || "otra"}. Elige allí la cuenta invitada o vuelve a la invitación y únete con una contraseña.`,
    }),
    not_confirmed: ({ email }) => ({
      title: "Este correo electrónico aún no está confirmado",
      text: `La cuenta con ${email || "tu dirección"} recibió esta dirección de la administración. Abre el enlace del correo sobre ello y vuelve a iniciar sesión.`,
    }),
    other_login: ({ service, email }) => ({
      title: "Esta cuenta pertenece a otro inicio de sesión",
      text: `La cuenta con ${email || "tu dirección"} está vinculada a otra persona o cuenta de ${service}. Inicia sesión con esa o con tu contraseña. Puedes desvincularla en los ajustes.`,
    }),
    not_fresh: ({ service }) => ({
      title: `${service} no te pidió iniciar sesión de nuevo`,
      text: `Este cambio requiere un inicio de sesión reciente. Cierra la sesión en ${service} e inténtalo de nuevo.`,
    }),
    switched_off: ({ service, organization }) => ({
      title: `El inicio de sesión con ${service} está desactivado`,
      text: `${organization} desactivó este método de inicio de sesión. Inicia sesión de otra forma.`,
    }),
    linked_elsewhere: ({ service, organization }) => ({
      title: "Este inicio de sesión ya está vinculado",
      text: `Esta cuenta de ${service} está vinculada a otra cuenta de ${organization}. Desvincúlala primero en los ajustes de esa cuenta o elige otra cuenta de ${service}.`,
    }),
    passkey_wanted: ({ service, organization }) => ({
      title: "Inicia sesión con tu llave de acceso",
      text: `${organization} exige una llave de acceso. ${service} por sí solo no basta.`,
    }),
    setup_wanted: ({ organization }) => ({
      title: "Protege primero tu cuenta",
      text: `${organization} exige una llave de acceso o la autenticación en dos pasos. Configúrala en este navegador y empieza de nuevo en la aplicación.`,
    }),
  },
  failed: "No se pudo iniciar sesión",
  again: (service) => `Intentar de nuevo con ${service}`,
  otherAccount: "Elegir otra cuenta",
  setUp: (service) => `Iniciar sesión aquí con ${service}`,
  withPasskey: "Ir a la página de inicio de sesión",
  toSettings: "Volver a los ajustes",
  otherWays: "Todos los métodos de inicio de sesión",
  fromApp: "¿Vienes de una aplicación? Empieza allí de nuevo.",
  joinTitle: (organization) => `Unirse a ${organization}`,
  joinAbout: (service) => `Iniciaste sesión con ${service} y todavía no tienes una cuenta aquí.`,
  email: "Correo electrónico",
  fullName: "Tu nombre",
  fullNameHint: "Así te verán los demás. Puedes cambiarlo más tarde.",
  join: (organization) => `Unirse a ${organization}`,
  haveAccount: "Ya tengo una cuenta",
  backTitle: "Has iniciado sesión",
  backText: "Cierra esta pestaña y vuelve a la pestaña anterior.",
  goOn: (organization) => `Ir a ${organization}`,
  carryTitle: "Volver a la aplicación",
  carryAbout: "Has iniciado sesión. Copia este token y vuelve a la aplicación en un minuto.",
  token: "Token de inicio de sesión",
  copy: "Copiar",
  copied: "Copiado. Ahora vuelve a la aplicación.",
  appTitle: "Continúa en tu navegador",
  appAbout: (service) =>
    `El inicio de sesión con ${service} se abrió en tu navegador web. Inicia sesión allí, copia el token que recibas y vuelve.`,
  pasted: "Token de inicio de sesión",
  finish: "Iniciar sesión",
  openAgain: "Volver a abrir el navegador",
  wrongToken: "Ese token no es de este inicio de sesión. Cópialo de nuevo.",
};
