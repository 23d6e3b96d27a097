import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { accountWords, profileWords, yourDataWords } from "../../../settings/own/account.ts";
import { rolesFrom } from "../../roles.ts";

export const account: Translation<typeof accountWords> = {
  rows: {
    email: "E-Mail",
    password: "Passwort",
    role: "Rolle",
    presence_enabled: "Anderen zeigen, wenn ich da bin",
    send_private_typing_notifications: "Anderen zeigen, wenn ich ihnen schreibe",
    send_stream_typing_notifications: "Anderen zeigen, wenn ich in einem Kanal schreibe",
    send_read_receipts: "Anderen zeigen, was ich gelesen habe",
    email_address_visibility: "Wer meine E-Mail-Adresse sieht",
    deactivate: "Mein Konto deaktivieren",
  },
  hints: {},
  options: {
    email_address_visibility: {
      1: "Alle, auch Gäste",
      2: "Alle außer Gästen",
      5: rolesFrom.moderator,
      3: rolesFrom.administrator,
      4: "Niemand",
    },
  },
  login: "Anmelden",
  privacy: "Was andere von dir sehen",
  changeEmail: "E-Mail ändern",
  newEmail: "Neue E-Mail",
  emailHint: "Dorthin geht ein Brief mit einem Link. Wenn du ihn öffnest, ändert sich deine Adresse.",
  emailSent: (address) => `Ein Brief ist unterwegs an ${address}.`,
  emailLocked: "In deiner Organisation darf niemand seine E-Mail-Adresse ändern.",
  changePassword: "Passwort ändern",
  oldPassword: "Bisheriges Passwort",
  newPassword: "Neues Passwort",
  passwordHint: (length) => `Mindestens ${length} Zeichen. Überall sonst wirst du abgemeldet.`,
  passwordStrength: {
    weak: "Das ist leicht zu erraten. Nimm mehrere Wörter, die nicht zusammengehören.",
    fair: "Gut genug.",
    strong: "Schwer zu erraten.",
  },
  passwordForgotten: "Ich habe es vergessen",
  passwordChanged: "Dein Passwort ist geändert.",
  passwordLocked: "Hier meldet sich niemand mit einem Passwort an.",
  receiptsLocked: "Deine Organisation verwendet keine Lesebestätigungen.",
  end: "Weggehen",
  deactivateHint: "Deine Nachrichten bleiben. Ein Administrator kann dich wieder hereinlassen.",
  deactivateTitle: "Dein Konto deaktivieren?",
  deactivateAsk:
    "Du wirst überall abgemeldet und kannst dich nicht mehr anmelden. Was du geschrieben hast, bleibt. Deine Bots hören auf.",
};

export const profile: Translation<typeof profileWords> = {
  rows: {
    full_name: "Name",
    picture: "Bild",
    fields: "Über dich",
    preview: "So sehen dich andere",
  },
  nameLocked: "In deiner Organisation darf niemand seinen Namen ändern.",
  pictureLocked: "In deiner Organisation darf niemand sein Bild ändern.",
  fieldLocked: "Das dürfen nur Administratoren ändern.",
  upload: "Bild hochladen",
  removePicture: "Bild entfernen",
  removePictureAsk: "Andere sehen dann deine Initialen oder deinen Gravatar.",
  noPicture: "Diese Datei ist kein Bild, das der Browser zeigen kann.",
  pictureSaved: "Dein Bild ist da.",
  pictureRemoved: "Dein Bild ist weg.",
  crop: "Was soll davon zu sehen sein?",
  cropHint: "Zieh das Bild, oder verschieb es mit den Pfeiltasten.",
  cropArea: "Bild: die Pfeiltasten verschieben es",
  zoom: "Größe",
  noChoice: "Nichts ausgewählt",
  required: "Deine Organisation bittet darum.",
  username: (service) => `Dein Name bei ${service}`,
};

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
