import type { Language } from "../../../protocol/language.ts";

/** A change in the ways in which a person logs in. */
export type LoginChange =
  | { readonly kind: "new password" | "new API key" }
  | { readonly kind: "second factor on" | "second factor off" | "new recovery codes" }
  | { readonly kind: "recovery code used"; readonly left: number }
  | { readonly kind: "reset" | "password link"; readonly by: string | undefined }
  | { readonly kind: "password set" | "logins ended" | "attempts forgotten" }
  | { readonly kind: "passkey added" | "passkey removed"; readonly name: string }
  | { readonly kind: "service linked"; readonly name: string; readonly endsOthers: boolean }
  | { readonly kind: "service unlinked"; readonly name: string };

const en = {
  subject: (organization: string) => `Your login settings for ${organization} changed`,
  greeting: (person: string) => `Hello ${person},`,
  happened: (organization: string, url: string) =>
    `The login settings of your account in ${organization} (${url}) changed:`,
  what(change: LoginChange): string {
    switch (change.kind) {
      case "new password":
        return "Your password was changed. All other browsers were logged out.";
      case "new API key":
        return "You have a new API key. Apps and scripts with the old one were logged out.";
      case "second factor on":
        return "Two-factor authentication is on. You'll enter a code from your authenticator app along with your password.";
      case "second factor off":
        return "Two-factor authentication is off. You'll need only your password to log in.";
      case "new recovery codes":
        return "You have new recovery codes. The old ones stopped working.";
      case "recovery code used":
        return `Someone logged in with your password and one of your recovery codes. Recovery codes left: ${change.left}.`;
      case "reset":
        return `${change.by ?? "Your server administrator"} removed two-factor authentication and all passkeys from your account.`;
      case "password link":
        return `${change.by ?? "Your server administrator"} created a link for choosing a new password. It works once, for an hour.`;
      case "password set":
        return "Your server administrator chose a new password for you.";
      case "logins ended":
        return "Your server administrator logged you out everywhere and revoked your API keys.";
      case "attempts forgotten":
        return "Your server administrator allowed new attempts to log in, after too many with a wrong password.";
      case "passkey added":
        return `You can log in with a new passkey, “${change.name}”.`;
      case "passkey removed":
        return `The passkey “${change.name}” was removed. No one can log in with it anymore.`;
      case "service linked":
        return `You can log in with ${change.name}: your account there is linked to this one.${change.endsOthers ? " Your email address wasn't confirmed before, so the account's password, passkeys, API keys and browser logins stopped working." : ""}`;
      case "service unlinked":
        return `You can't log in with ${change.name} anymore: your account there is no longer linked to this one.`;
    }
  },
  notYou: "If this wasn't you, change your password now and tell an administrator.",
  setUpAnew:
    "Log in with your password, and set up two-factor authentication or a passkey again. If you didn't ask for this, tell an administrator now.",
};

const de: typeof en = {
  subject: (organization) => `Deine Anmeldung bei ${organization} hat sich geändert`,
  greeting: (person) => `Hallo ${person},`,
  happened: (organization, url) =>
    `an der Anmeldung zu deinem Konto bei ${organization} (${url}) hat sich etwas geändert:`,
  what(change) {
    switch (change.kind) {
      case "new password":
        return "Dein Passwort wurde geändert. Alle anderen Browser wurden abgemeldet.";
      case "new API key":
        return "Du hast einen neuen API-Schlüssel. Apps und Skripte mit dem alten wurden abgemeldet.";
      case "second factor on":
        return "Zwei-Faktor-Authentifizierung ist eingeschaltet. Zu deinem Passwort gibst du einen Code aus deiner Authenticator-App ein.";
      case "second factor off":
        return "Zwei-Faktor-Authentifizierung ist ausgeschaltet. Zum Anmelden genügt dein Passwort.";
      case "new recovery codes":
        return "Du hast neue Wiederherstellungscodes. Die alten gelten nicht mehr.";
      case "recovery code used":
        return `Jemand hat sich mit deinem Passwort und einem deiner Wiederherstellungscodes angemeldet. Es sind noch ${change.left} übrig.`;
      case "reset":
        return `${change.by ?? "Die Serveradministration"} hat Zwei-Faktor-Authentifizierung und alle Passkeys aus deinem Konto entfernt.`;
      case "password link":
        return `${change.by ?? "Die Serveradministration"} hat einen Link erstellt, mit dem sich dein Passwort neu wählen lässt. Er gilt einmal und eine Stunde lang.`;
      case "password set":
        return "Die Serveradministration hat ein neues Passwort für dich gewählt.";
      case "logins ended":
        return "Die Serveradministration hat dich überall abgemeldet und deine API-Schlüssel widerrufen.";
      case "attempts forgotten":
        return "Die Serveradministration hat neue Anmeldeversuche erlaubt, nachdem es zu viele mit falschem Passwort gab.";
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
  notYou: "Wenn du das nicht warst, ändere jetzt dein Passwort, und sag der Administration Bescheid.",
  setUpAnew:
    "Melde dich mit deinem Passwort an, und richte Zwei-Faktor-Authentifizierung oder einen Passkey neu ein. Wenn du nicht darum gebeten hast, sag jetzt der Administration Bescheid.",
};

export const changeWords: Readonly<Record<Language, typeof en>> = { en, de };
