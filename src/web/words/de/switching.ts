import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";
import type { sharingWords, switchingWords } from "../switching.ts";

export const switching: Translation<typeof switchingWords> = {
  title: "Organisationen",
  add: "Organisation hinzufügen",
  address: "URL der Organisation",
  addressHint:
    "Zum Beispiel acme.example.org. Wenn sie Parley nutzt, öffnet sie sich dort, und du meldest dich mit deinem Konto dort an.",
  notAddress: "Das ist nicht die URL einer Organisation.",
  tooMany: (most) => `Du kannst bis zu ${most} Organisationen hinzufügen.`,
  open: "Öffnen",
  manage: "Deine Organisationen",
  manageHint: "Dieses Gerät merkt sie sich. Jede Organisation hat ihre eigene Anmeldung.",
  remove: (name) => `${name} entfernen`,
  here: "gerade offen",
  joinTitle: "Zwischen diesen Organisationen wechseln?",
  joinText:
    "Du kommst von einer von ihnen. Wenn du fortfährst, stehen sie auf diesem Gerät nebeneinander, und jede sieht die Namen und URLs der anderen. Brich ab, wenn du eine nicht kennst.",
  join: "Zusammen anzeigen",
  goTo: (name) => `Zu ${name} wechseln`,
  asOf: (time) => `Stand ${time}`,
};

export const sharing: Translation<typeof sharingWords> = {
  outside: "Von außen geteilt",
  outsideText:
    "Eine andere App oder eine Website hat dies an Parley übergeben. Gesendet wird es erst, wenn du es sendest.",
  choose: "Unterhaltung wählen",
  title: "Teilen in",
  placeholder: "Person, Thema oder Kanal",
  files: (names) => `Mit ${names}`,
  left: (count) =>
    plural(count, {
      one: "Eine Datei ist zu viel, um sie auf einmal zu teilen. Hänge sie in der Nachricht an.",
      other: "# Dateien sind zu viel, um sie auf einmal zu teilen. Hänge sie in der Nachricht an.",
    }),
};
