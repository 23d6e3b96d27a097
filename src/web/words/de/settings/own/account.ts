import type { Translation } from "../../../catalog.ts";
import type { accountWords } from "../../../settings/own/account.ts";
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
