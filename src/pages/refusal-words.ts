import type { Language } from "../protocol/language.ts";

interface RefusalWords {
  readonly fieldMissing: string;
  readonly tooOften: (seconds: number) => string;
  /** The API's messages in this language; one that is not listed stays English. */
  readonly messages: Readonly<Record<string, string>>;
}

/** An amount of time, rounded up to whole minutes, or to whole hours from two hours on. */
function duration(seconds: number, language: Language): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const [value, unit] = minutes < 120 ? [minutes, "minute"] : [Math.ceil(minutes / 60), "hour"];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(value);
}

export const refusalWords: Readonly<Record<Language, RefusalWords>> = {
  en: {
    fieldMissing: "Please fill in every field.",
    tooOften: (seconds) => `Too many attempts. Try again in ${duration(seconds, "en")}.`,
    // The API says what Zulip's does; the form asks for an address.
    messages: { "Your username or password is incorrect": "Your email or password is incorrect." },
  },
  de: {
    fieldMissing: "Bitte fülle alle Felder aus.",
    tooOften: (seconds) => `Zu viele Versuche. Versuch es in ${duration(seconds, "de")} noch einmal.`,
    messages: {
      "Your username or password is incorrect": "E-Mail-Adresse oder Passwort ist falsch.",
      "This code is wrong or was already used.": "Dieser Code stimmt nicht oder wurde schon benutzt.",
      "The login took too long. Start again with your password.":
        "Die Anmeldung hat zu lange gedauert. Beginne noch einmal mit deinem Passwort.",
      "This organization requires a passkey. Log in with your passkey.":
        "In dieser Organisation genügt dein Passwort nicht: Melde dich mit deinem Passkey an.",
      "This passkey isn't registered here, or its answer isn't valid.":
        "Dieser Passkey ist hier nicht bekannt, oder er hat nicht geantwortet, wie er sollte.",
      "This took too long. Try again.": "Das hat zu lange gedauert. Versuch es noch einmal.",
      "Account is deactivated": "Dieses Konto ist deaktiviert.",
      "This organization has been deactivated": "Diese Organisation ist deaktiviert.",
      "Password authentication is disabled in this organization":
        "In dieser Organisation meldet man sich nicht mit einem Passwort an.",
      "Not logged in: API authentication or user session required": "Du bist nicht angemeldet.",
      "New password is too weak!": "Das neue Passwort ist zu schwach.",
      "Name too short!": "Der Name ist zu kurz.",
      "Name too long!": "Der Name ist zu lang.",
      "Invalid characters in name!": "Der Name enthält Zeichen, die nicht erlaubt sind.",
      "Invalid format!": "Dieser Name ist nicht erlaubt.",
      "Unique names required in this organization.": "Diesen Namen trägt schon jemand in dieser Organisation.",
      "Enter a valid email address.": "Gib eine gültige E-Mail-Adresse ein.",
      "Enter your email address.": "Gib deine E-Mail-Adresse ein.",
      "Email is already in use.": "Zu dieser E-Mail-Adresse gibt es schon ein Konto.",
      "Confirm your email address first.": "Bestätige zuerst deine E-Mail-Adresse.",
      "Disposable email addresses are not allowed in this organization":
        "Wegwerfadressen sind in dieser Organisation nicht erlaubt.",
      "Email address changes are disabled in this organization.":
        "In dieser Organisation lässt sich die E-Mail-Adresse nicht ändern.",
      "Invalid setup token": "Das Einrichtungs-Token stimmt nicht.",
      "You are not authorized to view this file.": "Du darfst diese Datei nicht sehen.",
      "Invalid subdomain": "Unter dieser Adresse gibt es keine Organisation.",
      "This invitation isn't valid. Ask the person who invited you for a new one.":
        "Diese Einladung ist hier nicht bekannt. Bitte um eine neue.",
      "This invitation was already accepted. Ask the person who invited you for a new one.":
        "Diese Einladung wurde schon angenommen. Bitte um eine neue.",
      "This invitation was revoked. Ask the person who invited you for a new one.":
        "Diese Einladung wurde zurückgezogen. Bitte um eine neue.",
      "This invitation has expired. Ask the person who invited you for a new one.":
        "Diese Einladung ist abgelaufen. Bitte um eine neue.",
      "This server can't send email. Ask the person who invited you for an account.":
        "Dieser Server kann keine E-Mails verschicken. Bitte um ein Konto bei dem, der dich eingeladen hat.",
      "This server can't send email. Ask your server administrator for a new password.":
        "Dieser Server kann keine E-Mails verschicken. Frag die Person, die ihn betreibt, nach einem neuen Passwort.",
      "This link isn't valid, or has expired.": "Dieser Link gilt nicht oder nicht mehr.",
      "This link isn't valid, or has expired. Ask for a new one.":
        "Dieser Link gilt nicht oder nicht mehr. Lass dir einen neuen schicken.",
      "This link isn't valid, or has expired. Change your email address in the settings again.":
        "Dieser Link gilt nicht oder nicht mehr. Ändere deine Adresse noch einmal in den Einstellungen.",
    },
  },
};
