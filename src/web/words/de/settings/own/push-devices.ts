import type { Translation } from "../../../catalog.ts";
import type { pushDevicesWords } from "../../../settings/own/push-devices.ts";

export const pushDevices: Translation<typeof pushDevicesWords> = {
  rows: {
    here: "Dieser Browser",
    all: "Browser mit Push-Benachrichtigungen",
  },
  intro:
    "Nachrichten für dich kommen auch an, während diese Seite geschlossen ist. Sie sind verschlüsselt: Die Dienste, die sie befördern, können sie nicht lesen.",
  on: "In diesem Browser Bescheid sagen, auch wenn die Seite geschlossen ist",
  onHint: "Bei Direktnachrichten, Erwähnungen und was du sonst erfahren willst.",
  impossible: "Diesem Browser kann nichts gesagt werden, während die Seite geschlossen ist.",
  installFirst: "Leg diese Seite auf einem iPhone oder iPad zuerst auf den Home-Bildschirm und öffne sie von dort.",
  notHere: "Dieser Server sendet nichts an Browser.",
  blocked: "Der Browser blockiert Hinweise dieser Seite. In seinen Einstellungen lässt sich das ändern.",
  refused: "Der Browser hat abgelehnt. Vielleicht lässt er keine Hinweise zu oder erreicht keinen Push-Dienst.",
  test: "Test senden",
  tested: "Ein Test ist unterwegs",
  gone: "Dieser Browser ist nicht mehr erreichbar und wurde entfernt",
  remove: "Entfernen",
  removed: (name) => `${name} bekommt keine Hinweise mehr`,
  thisBrowser: "Dieser Browser",
  since: "Seit",
  none: "Noch bekommt kein Browser Hinweise.",
};
