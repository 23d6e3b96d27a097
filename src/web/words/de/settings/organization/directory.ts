import type { Translation } from "../../../catalog.ts";
import type { directoryWords } from "../../../settings/organization/directory.ts";

export const directory: Translation<typeof directoryWords> = {
  rows: { add: "Verzeichnis verbinden", address: "SCIM-Adresse" },
  title: "Verzeichnis",
  hint: "Ein Verzeichnis wie Okta oder Microsoft Entra kann Konten und Gruppen erstellen, ändern und Personen deaktivieren, die gehen (SCIM).",
  none: "Kein Verzeichnis verbunden",
  addressHint: "Dein Verzeichnis fragt nach dieser Adresse und einem Token.",
  other: "Anderes Verzeichnis",
  name: "Name",
  nameHint: "Das Audit-Log zeigt ihn bei allem, was das Verzeichnis tut.",
  kind: "Verzeichnis",
  connect: "Verbinden",
  token: "Zugangstoken",
  made: "erstellt",
  used: "zuletzt verwendet",
  unused: "nie verwendet",
  tokenOf: (name) => `Token für ${name}`,
  tokenOnce:
    "Kopiere dieses Token jetzt: Du siehst es nicht noch einmal. Wer es hat, kann Konten erstellen, ändern und deaktivieren.",
  makeToken: (name) => `Neues Token für ${name} erstellen`,
  endToken: (name) => `Älteres Token für ${name} beenden`,
  endTokenAsk: (name) => `Älteres Token für ${name} beenden?`,
  endTokenText:
    "Trag zuerst das neuere Token in deinem Verzeichnis ein. Anfragen mit dem älteren werden ab jetzt abgelehnt.",
  endTokenDo: "Token beenden",
  tokenEnded: "Token beendet",
  remove: (name) => `${name} trennen`,
  removeAsk: (name) => `${name} trennen?`,
  removeText: "Konten und Gruppen bleiben, wie sie sind. Die Tokens funktionieren nicht mehr.",
  removeDo: "Trennen",
  removed: "Verzeichnis getrennt",
};
