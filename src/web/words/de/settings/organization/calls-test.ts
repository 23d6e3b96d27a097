import type { Translation } from "../../../catalog.ts";
import type { callsTestWords } from "../../../settings/organization/calls-test.ts";

export const callsTest: Translation<typeof callsTestWords> = {
  rows: {
    start: "Anrufe testen",
  },
  title: "Anrufe testen",
  hint: "Probiert das Mikrofon dieses Geräts und die TURN- und Medienserver dieses Servers.",
  stop: "Test beenden",
  mic: "Dein Mikrofon funktioniert. Der Balken bewegt sich, wenn es dich hört.",
  relayed: "Der TURN-Server funktioniert. Personen in verschiedenen Netzen können sich hören.",
  relayFailed:
    "Der TURN-Server ist von diesem Browser aus nicht erreichbar. Prüfe seine Adresse, sein Geheimnis und seine offenen Ports.",
  direct:
    "Dieser Browser kann Anrufe führen. Es ist kein TURN-Server eingerichtet: Manche Personen in verschiedenen Netzen hören sich nicht.",
  directFailed:
    "Dieser Browser kann keine Anrufe verbinden. Eine Erweiterung oder Richtlinie blockiert vielleicht WebRTC.",
  media: {
    none: "Es ist kein Medienserver eingerichtet. Anrufe gehen von Browser zu Browser, mit bis zu 6 Personen.",
    ok: "Der Medienserver antwortet.",
    away: "Der Medienserver antwortet nicht oder lehnt sein Geheimnis ab.",
  },
};
