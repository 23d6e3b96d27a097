import { words } from "../../../protocol/words/words.ts";

export const linkWords = words("passwordLink", {
  /** For the account itself; without a name, the server's operator made it. */
  made: "{by} created a link for choosing a new password. It works once, for an hour. If you didn't ask for it, tell an administrator.",
});
