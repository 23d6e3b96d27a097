import { MAX_EMOJI_NAME_LENGTH } from "../../../protocol/text-lengths.ts";

/** Why a name isn't available for a new emoji. */
type EmojiNameProblem = "letters" | "end" | "long" | "taken" | "builtIn";

/** Normalizes a typed name as the server does. */
export const emojiName = (typed: string): string => typed.trim().toLowerCase().replaceAll(" ", "_");

/** Derives an emoji name from a file name: party_parrot for "Party Parrot.gif". */
export const emojiNameOfFile = (file: string): string =>
  emojiName(file.replace(/\.[^.]*$/, ""))
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^0-9a-z-]+/g, "_")
    .replace(/^[_-]+|[_-]+$/g, "")
    .slice(0, MAX_EMOJI_NAME_LENGTH);

interface EmojiNameRules {
  readonly taken: (name: string) => boolean;
  readonly builtIn: (name: string) => boolean;
  readonly isAdministrator: boolean;
}

export function emojiNameProblem(name: string, known: EmojiNameRules): EmojiNameProblem | undefined {
  if (name.length > MAX_EMOJI_NAME_LENGTH) return "long";
  if (!/^[0-9a-z_-]+$/.test(name)) return "letters";
  if (!/[0-9a-z]$/.test(name)) return "end";
  if (known.taken(name)) return "taken";
  return known.builtIn(name) && !known.isAdministrator ? "builtIn" : undefined;
}
