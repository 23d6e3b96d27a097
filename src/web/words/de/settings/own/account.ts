import type { Translation } from "../../../catalog.ts";
import type { accountWords, privacyWords, profileWords, yourDataWords } from "../../../settings/own/account.ts";
import { rolesFrom } from "../../roles.ts";

export const account: Translation<typeof accountWords> = {
  rows: {
    email: "E-Mail",
    password: "Passwort",
    role: "Rolle",
    deactivate: "Mein Konto deaktivieren",
  },
  login: "Konto",
  changeEmail: "E-Mail ändern",
  newEmail: "Neue E-Mail",
  emailHint: "Wir schicken einen Bestätigungslink an diese Adresse. Erst danach ändert sie sich.",
  emailSent: (address) => `Wir haben eine Bestätigungs-E-Mail an ${address} geschickt.`,
  emailLocked: "Deine Organisation erlaubt keine Änderung der E-Mail-Adresse.",
  changePassword: "Passwort ändern",
  oldPassword: "Aktuelles Passwort",
  newPassword: "Neues Passwort",
  passwordHint: (length) => `Mindestens ${length} Zeichen. Überall sonst wirst du abgemeldet.`,
  passwordStrength: {
    weak: "Das ist leicht zu erraten. Nimm mehrere Wörter, die nicht zusammengehören.",
    fair: "Gut genug.",
    strong: "Schwer zu erraten.",
  },
  passwordForgotten: "Passwort vergessen?",
  passwordChanged: "Passwort geändert.",
  passwordLocked: "Deine Organisation verwendet keine Anmeldung mit Passwort.",
  end: "Konto deaktivieren",
  deactivateHint: "Deine Nachrichten bleiben. Die Administration kann dein Konto reaktivieren.",
  deactivateTitle: "Dein Konto deaktivieren?",
  deactivateAsk:
    "Du wirst überall abgemeldet und kannst dich nicht mehr anmelden. Deine Nachrichten bleiben. Deine Bots werden deaktiviert.",
};

export const privacy: Translation<typeof privacyWords> = {
  rows: {
    presence_enabled: "Zeigen, wenn ich aktiv bin",
    send_private_typing_notifications: "Zeigen, wenn ich eine Direktnachricht schreibe",
    send_stream_typing_notifications: "Zeigen, wenn ich in einem Kanal schreibe",
    send_read_receipts: "Andere sehen lassen, was ich gelesen habe",
    email_address_visibility: "Wer meine E-Mail-Adresse sehen kann",
    hide_address_in_calls: "Meine IP-Adresse in Anrufen verbergen",
    allow_private_data_export: "Export meiner privaten Daten durch die Administration erlauben",
  },
  hints: { hide_address_in_calls: "Anrufe laufen dann über einen Relay-Server. Das kann sie verzögern." },
  options: {
    email_address_visibility: {
      1: "Alle, auch Gäste",
      2: "Alle außer Gästen",
      5: rolesFrom.moderator,
      3: rolesFrom.administrator,
      4: "Niemand",
    },
  },
  title: "Privatsphäre",
  seen: "Was andere sehen",
  receiptsLocked: "Deine Organisation verwendet keine Lesebestätigungen.",
  relayMissing: "Dieser Server hat keinen Relay-Server (TURN) für Anrufe. Seine Administration kann einen einrichten.",
  relayNeedless: "Anrufe laufen hier über einen Medienserver: Andere sehen deine IP-Adresse nie.",
  consent: "Exporte durch die Administration",
  consentHint:
    "Volle Exporte enthalten dann deine privaten Kanäle und Direktnachrichten. Öffentliche Daten sind in jedem Export.",
};

export const profile: Translation<typeof profileWords> = {
  rows: {
    full_name: "Name",
    picture: "Profilbild",
    fields: "Profilfelder",
    preview: "Vorschau",
  },
  nameLocked: "Deine Organisation erlaubt keine Änderung des Namens.",
  pictureLocked: "Deine Organisation erlaubt keine Änderung des Profilbilds.",
  fieldLocked: "Das kann nur die Administration ändern.",
  upload: "Bild hochladen",
  removePicture: "Bild entfernen",
  removePictureAsk: "Andere sehen dann deine Initialen oder deinen Gravatar.",
  noPicture: "Der Browser kann diese Datei nicht als Bild anzeigen.",
  pictureSaved: "Profilbild aktualisiert.",
  pictureRemoved: "Profilbild entfernt.",
  crop: "Bild zuschneiden",
  cropHint: "Zieh das Bild, klick an, was in die Mitte soll, oder nimm die Pfeiltasten.",
  cropArea: "Bild: die Pfeiltasten verschieben es",
  zoom: "Größe",
  noChoice: "Keine Angabe",
  required: "Von deiner Organisation verlangt.",
  username: (service) => `Dein Name bei ${service}`,
};

export const yourData: Translation<typeof yourDataWords> = {
  rows: {
    collect: "Meine Daten exportieren",
  },
  file: "Deine Kopie",
  fileHint:
    "Eine Datei mit allem, was über dich gespeichert ist: Seiten zum Lesen, JSON für Programme und deine Uploads. Einmal am Tag.",
  pending: "Deine Daten werden gesammelt … Du kannst diese Seite verlassen.",
  failed: "Deine Daten konnten nicht gesammelt werden. Versuch es noch einmal.",
  download: "Herunterladen",
  until: "Verfügbar bis",
};
