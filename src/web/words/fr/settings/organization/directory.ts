import type { Translation } from "../../../catalog.ts";
import type { directoryWords } from "../../../settings/organization/directory.ts";

export const directory: Translation<typeof directoryWords> = {
  rows: { add: "Connecter un annuaire", address: "Adresse SCIM" },
  title: "Annuaire",
  hint: "Un annuaire comme Okta ou Microsoft Entra peut créer des comptes et des groupes, les modifier et désactiver les personnes qui partent (SCIM).",
  none: "Aucun annuaire connecté",
  addressHint: "Votre annuaire demande cette adresse et un jeton.",
  other: "Autre annuaire",
  name: "Nom",
  nameHint: "Le journal d’audit l’affiche pour tout ce que fait l’annuaire.",
  kind: "Annuaire",
  connect: "Connecter",
  token: "Jeton",
  made: "créé",
  used: "dernière utilisation",
  unused: "jamais utilisé",
  tokenOf: (name) => `Jeton de ${name}`,
  tokenOnce:
    "Copiez ce jeton maintenant : vous ne le reverrez plus. Quiconque l’a peut créer, modifier et désactiver des comptes.",
  makeToken: (name) => `Créer un nouveau jeton pour ${name}`,
  endToken: (name) => `Révoquer l’ancien jeton de ${name}`,
  endTokenAsk: (name) => `Révoquer l’ancien jeton de ${name} ?`,
  endTokenText: "Saisissez d’abord le nouveau jeton dans votre annuaire. Les requêtes avec l’ancien seront refusées.",
  endTokenDo: "Révoquer le jeton",
  tokenEnded: "Jeton révoqué",
  remove: (name) => `Déconnecter ${name}`,
  removeAsk: (name) => `Déconnecter ${name} ?`,
  removeText: "Les comptes et les groupes restent tels quels. Ses jetons ne fonctionnent plus.",
  removeDo: "Déconnecter",
  removed: "Annuaire déconnecté",
};
