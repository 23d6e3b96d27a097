import { peopleWords } from "../../words/people.ts";

/** Emoji of the suggested statuses, in the order of `peopleWords().statusDefaults`. */
const EMOJI = [
  ["working_on_it", "1f6e0"],
  ["calendar", "1f4c5"],
  ["bus", "1f68c"],
  ["hurt", "1f915"],
  ["palm_tree", "1f334"],
  ["house", "1f3e0"],
  ["office", "1f3e2"],
] as const;

/** Returns the request parameters for the emoji of a new status text. If they are empty, the server keeps the emoji. */
export function statusEmoji(text: string, before: string): Readonly<Record<string, string>> {
  const { statusDefaults } = peopleWords();
  const suggested = EMOJI[statusDefaults.indexOf(text)];
  if (suggested !== undefined) {
    const [emoji_name, emoji_code] = suggested;
    return { emoji_name, emoji_code, reaction_type: "unicode_emoji" };
  }
  // If the previous text wasn't a suggested one, the user has chosen its emoji in another app.
  const isChosen = before !== "" && !statusDefaults.includes(before);
  return isChosen && text !== "" ? {} : { emoji_name: "" };
}
