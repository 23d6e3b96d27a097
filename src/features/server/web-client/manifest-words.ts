import { words } from "../../../protocol/words/words.ts";

export const manifestWords = words("manifest", {
  about: "Messages and calls in {organization}",
  inbox: "Inbox",
  recent: "Recent conversations",
  mentions: "Mentions",
});
