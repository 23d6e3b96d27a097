import type { Translation } from "../../../catalog.ts";
import type { callsTestWords } from "../../../settings/organization/calls-test.ts";

export const callsTest: Translation<typeof callsTestWords> = {
  rows: {
    start: "Tester les appels",
  },
  title: "Tester les appels",
  hint: "Essaie le micro de cet appareil et les serveurs TURN et média.",
  stop: "Arrêter le test",
  mic: "Votre micro fonctionne. La barre bouge quand il vous entend.",
  relayed: "Le serveur TURN fonctionne. Des personnes sur des réseaux différents peuvent s’entendre.",
  relayFailed:
    "Le serveur TURN est inaccessible depuis ce navigateur. Vérifiez son adresse, son secret et ses ports ouverts.",
  direct:
    "Ce navigateur peut passer des appels. Aucun serveur TURN n’est configuré : certaines personnes sur des réseaux différents ne s’entendront pas.",
  directFailed: "Ce navigateur ne peut pas établir d’appels. Une extension ou une règle bloque peut-être WebRTC.",
  media: {
    none: "Aucun serveur média n’est configuré. Les appels vont de navigateur à navigateur, jusqu’à 6 personnes.",
    ok: "Le serveur média répond.",
    away: "Le serveur média ne répond pas ou refuse son secret.",
  },
};
