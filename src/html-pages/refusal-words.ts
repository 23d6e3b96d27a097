import type { Language } from "../protocol/language.ts";
import { words } from "../protocol/words/words.ts";

/** Formats a duration, rounded up to whole minutes, or to whole hours if it is two hours or more. */
export function duration(seconds: number, language: Language): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const [value, unit] = minutes < 120 ? [minutes, "minute"] : [Math.ceil(minutes / 60), "hour"];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(value);
}

export const refusalWords = words("refusals", {
  fieldMissing: "Fill in every field.",
  tooOften: "Too many attempts. Try again in {time}.",
  /**
   * API messages. English shows them unchanged, except where Zulip's message names a username and the form asks for an
   * email address.
   */
  messages: {
    "Your username or password is incorrect": "Your email or password is incorrect.",
    "Your organization doesn't let you use assistants.": "Your organization doesn't let you use assistants.",
    "Your organization doesn't allow this assistant.": "Your organization doesn't allow this assistant.",
    "Your organization doesn't let assistants write for you.":
      "Your organization doesn't let assistants write for you.",
    "This code is wrong or was already used.": "This code is wrong or was already used.",
    "The login took too long. Start again with your password.":
      "The login took too long. Start again with your password.",
    "This organization requires a passkey. Log in with your passkey.":
      "This organization requires a passkey. Log in with your passkey.",
    "This passkey isn't registered here, or its answer isn't valid.":
      "This passkey isn't registered here, or its answer isn't valid.",
    "This took too long. Try again.": "This took too long. Try again.",
    "This organization does not allow logins from your network.":
      "This organization does not allow logins from your network.",
    "Account is deactivated": "Account is deactivated",
    "This organization has been deactivated": "This organization has been deactivated",
    "Password authentication is disabled in this organization":
      "Password authentication is disabled in this organization",
    "Not logged in: API authentication or user session required":
      "Not logged in: API authentication or user session required",
    "New password is too weak!": "New password is too weak!",
    "Name too short!": "Name too short!",
    "Name too long!": "Name too long!",
    "Invalid characters in name!": "Invalid characters in name!",
    "Invalid format!": "Invalid format!",
    "Unique names required in this organization.": "Unique names required in this organization.",
    "Enter a valid email address.": "Enter a valid email address.",
    "Enter your email address.": "Enter your email address.",
    "Email is already in use.": "Email is already in use.",
    "Confirm your email address first.": "Confirm your email address first.",
    "Disposable email addresses are not allowed in this organization":
      "Disposable email addresses are not allowed in this organization",
    "Email address changes are disabled in this organization.":
      "Email address changes are disabled in this organization.",
    "Invalid setup token": "Invalid setup token",
    "You are not authorized to view this file.": "You are not authorized to view this file.",
    "Invalid subdomain": "Invalid subdomain",
    "This invitation isn't valid. Ask the person who invited you for a new one.":
      "This invitation isn't valid. Ask the person who invited you for a new one.",
    "This invitation was already accepted. Ask the person who invited you for a new one.":
      "This invitation was already accepted. Ask the person who invited you for a new one.",
    "This invitation was revoked. Ask the person who invited you for a new one.":
      "This invitation was revoked. Ask the person who invited you for a new one.",
    "This invitation has expired. Ask the person who invited you for a new one.":
      "This invitation has expired. Ask the person who invited you for a new one.",
    "This server can't send email. Ask the person who invited you for an account.":
      "This server can't send email. Ask the person who invited you for an account.",
    "This server can't send email. Ask your server administrator for a new password.":
      "This server can't send email. Ask your server administrator for a new password.",
    "This link isn't valid, or has expired.": "This link isn't valid, or has expired.",
    "This link isn't valid, or has expired. Ask for a new one.":
      "This link isn't valid, or has expired. Ask for a new one.",
    "This link isn't valid, or has expired. Change your email address in the settings again.":
      "This link isn't valid, or has expired. Change your email address in the settings again.",
  },
});
