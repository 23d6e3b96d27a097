import type { Translation } from "../../../catalog.ts";
import type { callsTestWords } from "../../../settings/organization/calls-test.ts";

export const callsTest: Translation<typeof callsTestWords> = {
  rows: {
    start: "Probar las llamadas",
  },
  title: "Probar las llamadas",
  hint: "Prueba el micrófono de este dispositivo y los servidores TURN y de medios.",
  stop: "Detener la prueba",
  mic: "Tu micrófono funciona. La barra se mueve cuando te oye.",
  relayed: "El servidor TURN funciona. Las personas en redes distintas pueden oírse.",
  relayFailed:
    "No se puede acceder al servidor TURN desde este navegador. Comprueba su dirección, su secreto y sus puertos abiertos.",
  direct:
    "Este navegador puede hacer llamadas. No hay servidor TURN, así que algunas personas en redes distintas no se oirán.",
  directFailed: "Este navegador no puede conectar llamadas. Quizá una extensión o una política bloquea WebRTC.",
  media: {
    none: "No hay servidor de medios. Las llamadas van de navegador a navegador, con hasta 6 personas.",
    ok: "El servidor de medios responde.",
    away: "El servidor de medios no responde o rechaza su secreto.",
  },
};
