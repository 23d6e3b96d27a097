import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { holdsWords } from "../../../settings/organization/holds.ts";

export const holds: Translation<typeof holdsWords> = {
  rows: { add: "Créer une conservation" },
  title: "Conservation légale",
  hint: "Une conservation garde, pour les affaires judiciaires, les messages supprimés, modifiés ou déplacés. Personne ne les voit dans Parley, et personne n’est prévenu.",
  none: "Aucune conservation",
  name: "Nom",
  matter: "Numéro d’affaire",
  reason: "Motif",
  people: "Personnes",
  peopleHint: "Garde ce qu’elles écrivent et ce qu’elles reçoivent dans leurs conversations.",
  directOnly: "Messages directs uniquement",
  channels: "Canaux",
  channelsHint: "Garde tout ce qui y est écrit.",
  from: "Envoyés à partir du",
  until: "Envoyés jusqu’au",
  timesHint: "Laissez vide pour ne pas fixer de limite.",
  keeps: (versions: number, files: number, size: string) =>
    `${plural(versions, { one: "Garde # message", other: "Garde # messages" })} · ${plural(files, { one: "# fichier", other: "# fichiers" })} · ${size}`,
  created: "Créée",
  released: "Levée ; ce qu’elle gardait est en cours de suppression",
  edit: (name) => `Modifier ${name}`,
  editTitle: "Modifier la conservation",
  save: "Enregistrer",
  release: (name) => `Lever ${name}`,
  releaseAsk: (name) => `Lever ${name} ?`,
  releaseText: "Ce qu’aucune autre conservation ne garde sera supprimé définitivement sous un jour.",
  releaseDo: "Lever la conservation",
  releaseDone: "Conservation levée",
};
