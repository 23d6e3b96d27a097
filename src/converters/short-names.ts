import { emojiCode, emojiNames } from "../markup/data/emoji.ts";
import lines from "./data/short-names.txt";

interface Emoji {
  readonly emoji_name: string;
  readonly emoji_code: string;
}

let codesByName: ReadonlyMap<string, string> | undefined;

/** Returns a map from names to emoji codes, for names that aren't known here, or mean another emoji. */
function codes(): ReadonlyMap<string, string> {
  codesByName ??= new Map(
    lines
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" "))
      .flatMap(([code = "", ...names]) => names.map((name) => [name, code] as const)),
  );
  return codesByName;
}

/** Slack: `wave::skin-tone-3`. Mattermost: `wave_medium_skin_tone`. */
const SKIN_TONE = /(?:::skin-tone-\d|_(?:light|medium_light|medium|medium_dark|dark)_skin_tone)$/;

/** Returns the Unicode emoji for a Slack or Mattermost name, in the only skin tone available here. */
export function emojiOfShortName(name: string): Emoji | undefined {
  const plain = name.replace(SKIN_TONE, "");
  const code = codes().get(plain) ?? emojiCode(plain);
  const [canonical] = code === undefined ? [] : emojiNames(code);
  return code === undefined || canonical === undefined ? undefined : { emoji_name: canonical, emoji_code: code };
}
