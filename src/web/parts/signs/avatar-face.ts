const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const graphemes = (text: string) =>
  // No segmenter for texts of ASCII, where each character is a grapheme: it is slow for lists of many people.
  /^[\x20-\x7e]*$/.test(text) ? [...text] : [...segments.segment(text)].map(({ segment }) => segment);

/** The scripts in which one character says as much as a word, and names have no spaces or begin with the family name. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * The letters for a name: "OH" for "Omar Haddad". In the scripts of `DENSE`, its last `dense` characters: "由美" for "佐藤 由美".
 */
export function initials(name: string, dense = 2): string {
  const all = name
    .trim()
    .split(/[\s_.()[\]-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const last = all.at(-1) ?? name.trim();
  if (DENSE.test(last)) return graphemes(last).slice(-dense).join("");
  const [first = ""] = graphemes(all[0] ?? last);
  const [other = ""] = all.length > 1 ? graphemes(last) : [];
  return (first + other).toLocaleUpperCase();
}

export const firstLetter = (name: string): string => (graphemes(name)[0] ?? "").toLocaleUpperCase();

/** The marks of bots on a grid of 24: Parley's own two bubbles, a bolt for integrations, and a head for the others. */
export const BOT_MARKS = {
  system:
    "M16 13V7a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2v3l4-3h4a2 2 0 0 0 2-2zM20 10v5a2 2 0 0 1-2 2v3l-3-3h-3",
  integration: "M13 3 6 13h5l-1 8 8-11h-5z",
  other: "M12 8V4M8 8h8a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3zM9 13v1M15 13v1",
} as const;
export type BotKind = keyof typeof BOT_MARKS;

const HUES = [25, 55, 95, 145, 175, 215, 250, 285, 320, 350];

/** The hue of a person's initials: always the same for an id, and different for neighboring ids. */
export const hueOf = (id: number): number => HUES[(id * 7) % HUES.length] ?? 0;

/**
 * The address of a person's picture; undefined where they have given the server none. Pictures at Gravatar count as none
 * and are not loaded, because Gravatar would learn who looks at whom, and when.
 */
export const ownPicture = (src: string | null | undefined): string | undefined =>
  src === null || src === undefined || src === "" || /^https?:\/\/([\w-]+\.)?gravatar\.com\//i.test(src)
    ? undefined
    : src;
