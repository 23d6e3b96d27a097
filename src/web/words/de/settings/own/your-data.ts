import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { yourDataWords } from "../../../settings/own/your-data.ts";

const messages = (count: number) => plural(count, { one: "# Nachricht", other: "# Nachrichten" });

export const yourData: Translation<typeof yourDataWords> = {
  rows: {
    collect: "Meine Daten herunterladen",
    allow_private_data_export: "Die Administration darf meine privaten Daten exportieren",
  },
  file: "Eine Kopie für dich",
  fileHint:
    "Eine Datei mit allen Nachrichten, die du geschrieben hast, deinem Profil, deinen Kanälen, Entwürfen, Erinnerungen und Bausteinen und der Liste deiner Dateien: Zeilen aus JSON.",
  collecting: (count: number) => `Bisher ${messages(count)}…`,
  done: (count: number) => `Heruntergeladen, mit ${messages(count)}.`,
  consent: "Exporte der Organisation",
  consentHint:
    "Private Kanäle, in denen du bist, und deine Direktnachrichten gehören dann zu vollen Exporten, die die Administration macht. Was öffentlich ist, gehört zu jedem.",
};
