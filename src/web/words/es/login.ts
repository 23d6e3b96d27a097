import type { Translation } from "../catalog.ts";
import type { loginWords } from "../login.ts";

export const login: Translation<typeof loginWords> = {
  ended: "Tu sesión se ha cerrado. Los mensajes sin enviar se conservan en este dispositivo.",
  again: "Volver a iniciar sesión",
  nothingLost: "Tu sesión ha terminado. Inicia sesión para continuar donde lo dejaste.",
  email: "Correo electrónico",
  password: "Contraseña",
  wrong: "La contraseña no es correcta.",
  logIn: "Iniciar sesión",
  code: "Código",
  codeHint: "El de tu app de autenticación o uno de tus códigos de recuperación.",
  passkey: "Usar una llave de acceso",
  confirm: "Volver a iniciar sesión",
  toChange: "Para cambiar cómo inicias sesión, confirma tu identidad.",
  logInWith: (service) => `Iniciar sesión con ${service}`,
  forgotten: "¿Olvidaste tu contraseña?",
  looking: "Estás viendo esto sin una cuenta.",
  forMembers: "Necesitas una cuenta para esto",
  toTakePart: "Inicia sesión para participar.",
};
