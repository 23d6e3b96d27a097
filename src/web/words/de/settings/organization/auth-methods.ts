import type { Translation } from "../../../catalog.ts";
import type { authMethodsWords } from "../../../settings/organization/auth-methods.ts";

export const authMethods: Translation<typeof authMethodsWords> = {
  rows: {
    authentication_methods: "Wege zur Anmeldung",
    second_factor_required_role: "Wer einen Passkey oder einen zweiten Faktor braucht",
  },
  moreThanPassword: "Mehr als ein Passwort",
  secondFactorHint:
    "Auch, wer sich bei einem anderen Dienst anmeldet. Wer keins von beidem hat, richtet es bei der nächsten Anmeldung ein, vor allem anderen.",
  title: "Wege zur Anmeldung",
  hint: "Womit die Personen dieser Organisation zeigen, wer sie sind.",
  methods: {
    dev: {
      label: "Für Entwickler",
      hint: "Ohne Passwort, nur auf diesem Rechner: für alle, die den Server ausprobieren.",
    },
    email: {
      label: "E-Mail und Passwort",
      hint: "Damit werden auch neue Passwörter und Schlüssel anderer Programme angefordert.",
    },
    openId: {
      label: "OpenID Connect",
      hint: "Mit einem Konto bei dem Anbieter, den der Betreiber des Servers eingetragen hat.",
    },
  },
  unavailable: "Der Server bietet das nicht an. Wer ihn betreibt, kann es einrichten.",
  last: "Es ist der letzte Weg: einen muss es geben.",
  offTitle: (name) => `Nicht mehr anmelden mit: ${name}?`,
  offText: "Wer sich so angemeldet hat, bleibt angemeldet. Danach ist ein anderer Weg nötig.",
  offAction: "Abschalten",
};
