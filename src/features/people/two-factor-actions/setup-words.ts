import { words } from "../../../protocol/words/words.ts";

export const setupWords = words("secondFactorSetup", {
  title: "Secure your account",
  why: "This organization requires more than a password. Set up a passkey or an authenticator app.",
  passkey: {
    label: "Create a passkey on this device",
    refused: "Couldn't use this passkey. Try again, or use an app.",
    failed: "Couldn't create a passkey. Try again, or use an app.",
    name: "Passkey",
  },
  app: "Use an authenticator app",
  scan: "Scan this with the app, and enter the code it shows.",
  qr: "QR code for the app",
  type: "Or enter this key:",
  code: "Code",
  confirm: "Turn on",
  logOut: "Log out",
  keepCodes:
    "Two-factor authentication is on. Save these recovery codes somewhere safe: each logs you in once if you lose your phone. You won't see them again.",
  goOn: "I've saved them, continue",
});
