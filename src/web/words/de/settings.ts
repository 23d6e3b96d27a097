import type { SettingsWords } from "../en/settings.ts";

export const settings: SettingsWords = {
  title: "Einstellungen",
  all: "Alle Einstellungen",
  own: "Du",
  organization: "Organisation",
  search: "Einstellungen durchsuchen",
  nothingFound: "So heißt keine Einstellung.",
  sections: {
    profile: "Profil",
    preferences: "Aussehen und Verhalten",
    sessions: "Wo du angemeldet bist",
    "organization-permissions": "Berechtigungen",
  },
  saved: "Gespeichert",
  onlyAdministrators: "Das dürfen nur Administratoren der Organisation ändern.",
  onlyOwners: "Das dürfen nur Besitzer der Organisation ändern.",
  groups: {
    "role:internet": "Alle im Internet",
    "role:everyone": "Alle, auch Gäste",
    "role:members": "Alle außer Gästen",
    "role:fullmembers": "Volle Mitglieder: keine Gäste, niemand Neues",
    "role:moderators": "Moderatoren, Administratoren und Besitzer",
    "role:administrators": "Administratoren und Besitzer",
    "role:owners": "Besitzer",
    "role:nobody": "Niemand",
  },
  chosenOnes: "Nur diese Personen und Gruppen …",
  whoOf: (setting) => `${setting}: wer`,
  addWho: "Personen und Gruppen hinzufügen",
  group: "Gruppe",
  role: "Rolle",
};
