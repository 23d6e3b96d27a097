import type { Language } from "../../../protocol/language.ts";

/** A change in the ways in which a person logs in. */
export type LoginChange =
  | { readonly is: "new password" | "new API key" }
  | { readonly is: "second factor on" | "second factor off" | "new recovery codes" }
  | { readonly is: "recovery code used"; readonly left: number }
  | { readonly is: "reset" | "password link"; readonly by: string | undefined }
  | { readonly is: "passkey added" | "passkey removed"; readonly name: string }
  | { readonly is: "service linked"; readonly name: string; readonly endsOthers: boolean }
  | { readonly is: "service unlinked"; readonly name: string };

const en = {
  subject: (organization: string) => `How you log in to ${organization} has changed`,
  greeting: (person: string) => `Hello ${person},`,
  happened: (organization: string, url: string) =>
    `something has changed in how you log in to your account in ${organization} (${url}):`,
  what(change: LoginChange): string {
    switch (change.is) {
      case "new password":
        return "You have a new password. All other browsers are logged out.";
      case "new API key":
        return "You have a new API key. Apps and programs with an earlier one are logged out.";
      case "second factor on":
        return "The second factor is on: with your password you enter a code from your authenticator app.";
      case "second factor off":
        return "The second factor is off: your password is enough to log in.";
      case "new recovery codes":
        return "You have new recovery codes. The earlier ones are good no longer.";
      case "recovery code used":
        return `Somebody logged in with your password and one of your recovery codes. ${change.left} of them are left.`;
      case "reset":
        return `${change.by ?? "Whoever runs the server"} has taken your second factor and your passkeys off your account.`;
      case "password link":
        return `${change.by ?? "Whoever runs the server"} made a link with which your password can be chosen. It works once, for an hour.`;
      case "passkey added":
        return `You can log in with a new passkey, “${change.name}”.`;
      case "passkey removed":
        return `The passkey “${change.name}” was removed: nobody can log in with it any more.`;
      case "service linked":
        return `You can log in with ${change.name}: your account there is linked to this one.${change.endsOthers ? " Nobody had confirmed your address before, so the account’s password, passkeys, API keys and logins in browsers have ended." : ""}`;
      case "service unlinked":
        return `You cannot log in with ${change.name} any more: your account there is no longer linked to this one.`;
    }
  },
  notYou: "If this was not you, choose a new password at once, and tell an administrator.",
  setUpAnew:
    "Log in with your password, and set up a second factor or a passkey anew. If you did not ask for this, tell an administrator at once.",
};

const de: typeof en = {
  subject: (organization) => `Deine Anmeldung bei ${organization} hat sich geändert`,
  greeting: (person) => `Hallo ${person},`,
  happened: (organization, url) =>
    `an der Anmeldung zu deinem Konto bei ${organization} (${url}) hat sich etwas geändert:`,
  what(change) {
    switch (change.is) {
      case "new password":
        return "Du hast ein neues Passwort. Alle anderen Browser sind abgemeldet.";
      case "new API key":
        return "Du hast einen neuen API-Schlüssel. Apps und Programme mit einem früheren sind abgemeldet.";
      case "second factor on":
        return "Der zweite Faktor ist eingeschaltet: Zu deinem Passwort gibst du einen Code aus deiner Authenticator-App ein.";
      case "second factor off":
        return "Der zweite Faktor ist ausgeschaltet: Zum Anmelden genügt dein Passwort.";
      case "new recovery codes":
        return "Du hast neue Wiederherstellungscodes. Die früheren gelten nicht mehr.";
      case "recovery code used":
        return `Jemand hat sich mit deinem Passwort und einem deiner Wiederherstellungscodes angemeldet. Es sind noch ${change.left} übrig.`;
      case "reset":
        return `${change.by ?? "Wer den Server betreibt,"} hat den zweiten Faktor und die Passkeys deines Kontos entfernt.`;
      case "password link":
        return `${change.by ?? "Wer den Server betreibt,"} hat einen Link gemacht, mit dem dein Passwort neu gewählt werden kann. Er gilt einmal und eine Stunde lang.`;
      case "passkey added":
        return `Du kannst dich mit einem neuen Passkey anmelden: „${change.name}“.`;
      case "passkey removed":
        return `Der Passkey „${change.name}“ wurde entfernt: Mit ihm kann sich niemand mehr anmelden.`;
      case "service linked":
        return `Du kannst dich mit ${change.name} anmelden: Dein Konto dort ist mit diesem verknüpft.${change.endsOthers ? " Deine Adresse war bisher nicht bestätigt. Deshalb gelten Passwort, Passkeys, API-Schlüssel und Anmeldungen in Browsern nicht mehr." : ""}`;
      case "service unlinked":
        return `Du kannst dich nicht mehr mit ${change.name} anmelden: Dein Konto dort ist nicht mehr mit diesem verknüpft.`;
    }
  },
  notYou: "Wenn du das nicht warst, wähl sofort ein neues Passwort, und sag der Administration Bescheid.",
  setUpAnew:
    "Melde dich mit deinem Passwort an, und richte einen zweiten Faktor oder einen Passkey neu ein. Wenn du nicht darum gebeten hast, sag sofort der Administration Bescheid.",
};

export const changeWords: Readonly<Record<Language, typeof en>> = { en, de };
