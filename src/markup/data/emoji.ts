import lines from "./emoji.txt";

interface Tables {
  readonly codes: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, readonly string[]>;
}

let tables: Tables | undefined;

function load(): Tables {
  if (tables) return tables;
  const codes = new Map<string, string>();
  const names = new Map<string, readonly string[]>();
  for (const line of lines.trimEnd().split("\n")) {
    const [code = "", ...all] = line.split(" ");
    names.set(code, all);
    for (const name of all) codes.set(name, code);
  }
  tables = { codes, names };
  return tables;
}

export function emojiCode(name: string): string | undefined {
  return load().codes.get(name);
}

export function emojiNames(code: string): readonly string[] {
  return load().names.get(code) ?? [];
}

/** Returns every Unicode emoji: its code and its names, the canonical one first. */
export function allEmoji(): Iterable<readonly [string, readonly string[]]> {
  return load().names;
}

/** Returns the code of a character sequence, such as `1f937-200d-2640`, without variation selectors. */
export function emojiCodeOf(characters: string): string {
  const codes: string[] = [];
  for (const character of characters) {
    const code = character.codePointAt(0) ?? 0;
    if (code !== 0xfe0f) codes.push(code.toString(16).padStart(4, "0"));
  }
  return codes.join("-");
}

/** Emoji that replace emoticons for senders with `translate_emoticons` (markdown.md 2, "Emoji"). */
export const emoticons: ReadonlyMap<string, string> = new Map([
  [":)", "smile"],
  ["(:", "smile"],
  [":(", "frown"],
  ["<3", "heart"],
  [":|", "neutral"],
  [":/", "confused"],
  [";)", "wink"],
  [":D", "grinning"],
  [":o", "open_mouth"],
  [":O", "open_mouth"],
  [":p", "stuck_out_tongue"],
  [":P", "stuck_out_tongue"],
]);
