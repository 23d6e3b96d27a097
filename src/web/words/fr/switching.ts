import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";
import type { sharingWords, switchingWords } from "../switching.ts";

export const switching: Translation<typeof switchingWords> = {
  title: "Organisations",
  add: "Ajouter une organisation",
  address: "URL de l’organisation",
  addressHint:
    "Par exemple acme.example.org. Si elle utilise Parley, elle s’y ouvre, et vous vous connectez avec votre compte là-bas.",
  notAddress: "Ce n’est pas l’URL d’une organisation.",
  tooMany: (most) => `Vous pouvez ajouter jusqu’à ${most} organisations.`,
  open: "Ouvrir",
  manage: "Vos organisations",
  manageHint: "Cet appareil les retient. Chaque organisation a sa propre connexion.",
  remove: (name) => `Retirer ${name}`,
  here: "ouverte",
  joinTitle: "Passer d’une de ces organisations à l’autre ?",
  joinText:
    "Vous venez de l’une d’elles. Si vous continuez, elles apparaissent ensemble sur cet appareil, et chacune voit les noms et URL des autres. Annulez si vous n’en connaissez pas une.",
  join: "Afficher ensemble",
  goTo: (name) => `Aller à ${name}`,
  asOf: (time) => `à ${time}`,
};

export const sharing: Translation<typeof sharingWords> = {
  outside: "Partagé depuis l’extérieur",
  outsideText:
    "Une autre application ou un site web a transmis ceci à Parley. Rien n’est envoyé tant que vous ne l’envoyez pas.",
  choose: "Choisir une conversation",
  title: "Partager avec",
  placeholder: "Personne, sujet ou canal",
  files: (names) => `Avec ${names}`,
  left: (count) =>
    plural(count, {
      one: "# fichier est de trop pour un seul partage. Joignez-le dans le message.",
      other: "# fichiers sont de trop pour un seul partage. Joignez-les dans le message.",
    }),
};
