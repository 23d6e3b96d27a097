import { LONGEST_EMOJI_NAME } from "../../../protocol/text-lengths.ts";

/** What is wrong with the name of a new emoji. */
type EmojiNameProblem = "letters" | "end" | "long" | "taken" | "builtIn";

/** A name as the server keeps it. */
export const emojiName = (typed: string): string => typed.trim().toLowerCase().replaceAll(" ", "_");

/** The name that a file suggests: "Party Parrot.gif" is party_parrot. */
export const emojiNameOfFile = (file: string): string =>
  emojiName(file.replace(/\.[^.]*$/, ""))
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^0-9a-z-]+/g, "_")
    .replace(/^[_-]+|[_-]+$/g, "")
    .slice(0, LONGEST_EMOJI_NAME);

interface Known {
  readonly taken: (name: string) => boolean;
  readonly builtIn: (name: string) => boolean;
  readonly isAdministrator: boolean;
}

export function emojiNameProblem(name: string, known: Known): EmojiNameProblem | undefined {
  if (name.length > LONGEST_EMOJI_NAME) return "long";
  if (!/^[0-9a-z_-]+$/.test(name)) return "letters";
  if (!/[0-9a-z]$/.test(name)) return "end";
  if (known.taken(name)) return "taken";
  return known.builtIn(name) && !known.isAdministrator ? "builtIn" : undefined;
}
