import { words } from "../../../protocol/words/words.ts";

export const keyEndWords = words("keyEnd", {
  subject: "The API key of your bot {bot} in {organization} expires soon",
  ends: "An API key of your bot {bot} in {organization} expires on {at}. Programs that use it will stop working then.",
  renew: "Create a new key before then, and update these programs.",
  bots: "Open your bots",
});
