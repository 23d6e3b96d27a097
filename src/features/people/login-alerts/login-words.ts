import { words } from "../../../protocol/words/words.ts";

export const loginWords = words("loginLetters", {
  subject: "New login to {organization} from {program}",
  happened: "Someone, probably you, just logged in to {organization} ({url}):",
  how: "{program}, from the network address {address}, {at}",
  notYou:
    "If this wasn't you, change your password now, log that device out in your settings, and tell an administrator.",
  devices: "Review your devices",
  why: "We send this email for each new login.",
  stop: "Unsubscribe",
});
