import { words } from "../../../../protocol/words/words.ts";

export const botChangeWords = words("botChanges", {
  changed: "{by} changed your bot {bot}: {fields}",
});
