import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";
import type { sharingWords, switchingWords } from "../switching.ts";

export const switching: Translation<typeof switchingWords> = {
  title: "Organizaciones",
  add: "Añadir organización",
  address: "URL de la organización",
  addressHint:
    "Por ejemplo acme.example.org. Si usa Parley, se abre allí e inicias sesión con la cuenta que tienes allí.",
  notAddress: "Esta no es la URL de una organización.",
  tooMany: (most) => `Puedes añadir hasta ${most} organizaciones.`,
  open: "Abrir",
  manage: "Tus organizaciones",
  manageHint: "Este dispositivo las recuerda. Cada organización tiene su propio inicio de sesión.",
  remove: (name) => `Quitar ${name}`,
  here: "abierta ahora",
  joinTitle: "¿Alternar entre estas organizaciones?",
  joinText:
    "Has llegado desde una de ellas. Si continúas, aparecerán juntas en este dispositivo y cada una verá los nombres y las URL de las demás. Cancela si no conoces alguna.",
  join: "Mostrarlas juntas",
  goTo: (name) => `Ir a ${name}`,
  asOf: (time) => `a las ${time}`,
};

export const sharing: Translation<typeof sharingWords> = {
  outside: "Compartido desde fuera",
  outsideText: "Otra aplicación o un sitio web ha pasado esto a Parley. No se envía nada hasta que tú lo envíes.",
  choose: "Elegir conversación",
  title: "Compartir con",
  placeholder: "Persona, tema o canal",
  files: (names) => `Con ${names}`,
  left: (count) =>
    plural(count, {
      one: "Un archivo es demasiado para compartirlo de una vez. Adjúntalo en el mensaje.",
      other: "# archivos son demasiado para compartirlos de una vez. Adjúntalos en el mensaje.",
    }),
};
