import type { Translation } from "../catalog.ts";
import type { loginWords } from "../login.ts";

export const login: Translation<typeof loginWords> = {
  ended: "Vous avez été déconnecté. Les messages non envoyés sont conservés sur cet appareil.",
  again: "Se reconnecter",
  nothingLost: "Votre session a pris fin. Connectez-vous pour reprendre là où vous en étiez.",
  email: "E-mail",
  password: "Mot de passe",
  wrong: "Ce mot de passe est incorrect.",
  logIn: "Se connecter",
  code: "Code",
  codeHint: "Celui de votre application d’authentification, ou l’un de vos codes de récupération.",
  passkey: "Utiliser une clé d’accès",
  confirm: "Se reconnecter",
  toChange: "Pour modifier votre connexion, confirmez votre identité.",
  logInWith: (service) => `Se connecter avec ${service}`,
  forgotten: "Mot de passe oublié ?",
  looking: "Vous consultez cette page sans compte.",
  forMembers: "Un compte est nécessaire",
  toTakePart: "Connectez-vous pour participer.",
};
