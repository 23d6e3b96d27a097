import { words } from "../../../protocol/words/words.ts";

export const mailWords = words("invitations", {
  subject: "{inviter} invited you to join {organization}",
  invitation: "{inviter} invited you to join {organization} ({url}), where your team talks.",
  forYou: "This invitation is just for you.",
  forYouUntil: "This invitation is just for you. It expires on {time}.",
  unknown: "If you weren't expecting this, you can ignore this email.",
  join: "Join {organization}",
  confirmSubject: "Confirm your email address to join {organization}",
  confirmation:
    "Someone used this email address to join {organization} ({url}). If it was you, continue within 24 hours.",
  notYou: "If it wasn't you, you can ignore this email.",
  welcomeSubject: "Welcome to {organization}",
  welcome: "Your account in {organization} is ready. Log in with {email}.",
  everywhere: "Use it in your browser, or in Zulip's mobile and desktop apps: enter {url} as the organization URL.",
  open: "Open {organization}",
});
