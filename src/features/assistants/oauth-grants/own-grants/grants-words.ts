import { words } from "../../../../protocol/words/words.ts";

/** Page where users see and revoke their assistants. */
export const GRANTS_PATH = "/accounts/assistants/";

export const grantsWords = words("ownGrants", {
  title: "Your assistants",
  none: "No assistant has access to your account.",
  may: "Can",
  scopes: {
    read: "read channels",
    "read:direct": "read direct messages",
    write: "write in channels",
    "write:direct": "write direct messages",
    files: "open files",
  },
  since: "Since",
  used: "Last used",
  never: "never",
  end: "Revoke access of {name}",
  back: "Back to messages",
});
