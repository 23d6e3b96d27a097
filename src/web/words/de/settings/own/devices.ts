import type { Translation } from "../../../catalog.ts";
import type { devicesWords } from "../../../settings/own/devices.ts";

export const devices: Translation<typeof devicesWords> = {
  rows: {
    endSessions: "Überall sonst abmelden",
    endKeys: "Alle API-Schlüssel widerrufen",
    newKey: "Neuer API-Schlüssel…",
  },
  browsers: "Browser",
  browsersHint: "Wo du dich hier angemeldet hast. Wer einen Browser benutzt, den du abmeldest, ist sofort draußen.",
  noBrowsers: "Du bist in keinem Browser angemeldet.",
  keys: "Apps und API-Schlüssel",
  keysHint: "Jede App, in der du dich angemeldet hast, hat einen eigenen Schlüssel, jedes Skript auch.",
  noKeys: "Keine App und kein Skript kann für dich handeln.",
  nameless: { sessions: "Ein unbekannter Browser", api_keys: "Eine App oder ein Skript" },
  thisOne: "Dieser Browser",
  used: (day: string) => `Zuletzt benutzt: ${day}`,
  since: (day: string) => `Angemeldet: ${day}`,
  logOut: "Hier abmelden",
  endSession: "Abmelden",
  endKey: "Widerrufen",
  ended: (client: string) => `${client} ist abgemeldet`,
  endedAll: "Überall sonst abgemeldet",
  endSessionsAsk: "Alle anderen Browser abmelden?",
  endSessionsText:
    "Nur dieser Browser bleibt angemeldet. Entwürfe und Ungesendetes, die nur ein anderer Browser hat, werden dort gelöscht.",
  endKeysAsk: "Alle API-Schlüssel widerrufen?",
  endKeysText: "Alle Apps und Skripte, die für dich handeln, müssen sich neu anmelden.",
  you: "deinem Konto",
  newKey: "Neuer API-Schlüssel",
  newKeyText:
    "Für ein Skript oder eine App, die sich nicht selbst anmelden kann. Deine anderen Schlüssel gelten weiter.",
  makeKey: "Schlüssel machen",
  password: "Dein Passwort",
};
