import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { auditFeedsWords } from "../../../settings/organization/audit-feeds.ts";

export const auditFeeds: Translation<typeof auditFeedsWords> = {
  rows: { destination: "Ziel festlegen", token: "Audit-Token erstellen" },
  title: "An andere Systeme senden",
  destination: "Ziel",
  destinationHint:
    "Neue Einträge werden innerhalb einer Minute der Reihe nach und signiert an eine URL deines Log-Systems gesendet und warten hier, bis sie ankommen.",
  noDestination: "Kein Ziel",
  url: "URL des Ziels",
  urlHint: "Beginnt mit https://",
  setBy: (name) => `Festgelegt von ${name}`,
  from: "Einträge",
  fromNow: "Nur neue Einträge",
  fromFirst: "Alle Einträge, ab dem ältesten",
  start: "Senden starten",
  secret: "Geheimnis",
  secretTitle: "Geheimnis des Ziels",
  secretOnce:
    "Kopiere dieses Geheimnis jetzt: Du siehst es nicht noch einmal. Dein Log-System prüft damit, dass eine Lieferung von hier kommt (X-Parley-Signature).",
  delivered: "Zuletzt geliefert:",
  undelivered: "Noch nichts geliefert",
  waiting: (count) => plural(count, { one: "# Eintrag wartet", other: "# Einträge warten" }),
  failing: "Fehler seit:",
  reasons: {
    timeout: "Das Ziel hat nicht innerhalb von 10 Sekunden geantwortet.",
    unreachable: "Das Ziel war nicht erreichbar.",
    forbidden: "Dieser Server kann nicht an das Ziel senden.",
    redirects: "Das Ziel leitet an eine andere URL weiter.",
  },
  answered: (status) => `Das Ziel hat mit dem Status ${status} geantwortet.`,
  replaceSecret: "Geheimnis ersetzen",
  replaceAsk: "Geheimnis ersetzen?",
  replaceText: "Lieferungen werden ab jetzt mit dem neuen Geheimnis signiert. Trag es danach in deinem Log-System ein.",
  end: "Nicht mehr senden",
  endAsk: "Audit-Protokoll nicht mehr senden?",
  endText:
    "Neue Einträge bleiben im Audit-Protokoll und werden nirgendwohin gesendet. Das Geheimnis funktioniert nicht mehr.",
  ended: "Senden beendet",
  tokens: "Audit-Tokens",
  tokensHint:
    "Programme lesen das Audit-Protokoll mit einem Audit-Token, im Format von Slacks Audit Logs API. Tokens können sonst nichts.",
  noTokens: "Keine Audit-Tokens",
  full: (most) => `Du kannst bis zu ${most} Audit-Tokens haben.`,
  programUrl: "URL für Programme",
  programUrlHint: "Programme senden das Token im Authorization-Header.",
  nameHint: "Zum Beispiel der Name des Programms.",
  tokenOnce: "Kopiere dieses Token jetzt: Du siehst es nicht noch einmal. Wer es hat, kann das Audit-Protokoll lesen.",
  noOwner: (maker) => `Funktioniert nicht: ${maker} ist kein Besitzer mehr.`,
  endToken: (name) => `Token ${name} beenden`,
  endTokenAsk: (name) => `Token „${name}“ beenden?`,
  endTokenText: "Programme mit diesem Token können das Audit-Protokoll nicht mehr lesen.",
};
