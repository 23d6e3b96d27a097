import { words } from "../../../protocol/words/words.ts";

export const grantEmailWords = words("grantLetters", {
  allowed: {
    subject: "{client} can now write as you in {organization}",
    happened: "Someone, probably you, allowed the assistant {client} to write as you in {organization}.",
  },
  "used again": {
    subject: "{client} lost its access to {organization}",
    happened:
      "Someone used an old token of the assistant {client} in {organization}. The token might have been stolen, so we revoked the assistant's access. You can connect it again.",
  },
  notYou: "If this wasn't you, revoke the assistant's access, change your password, and tell an administrator.",
  review: "Review your assistants",
});
