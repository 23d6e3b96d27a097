const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const graphemes = (text: string) =>
  // ASCII strings skip the segmenter, which is slow for long lists of people. Each of their characters is a grapheme.
  /^[\x20-\x7e]*$/.test(text) ? [...text] : [...segments.segment(text)].map(({ segment }) => segment);

/**
 * Scripts in which a single character carries as much meaning as a word, and in which names have no spaces or start
 * with the family name.
 */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Returns a name's initials, such as "OH" for "Omar Haddad". In the scripts of `DENSE`, returns the name's last `dense`
 * characters, such as "由美" for "佐藤 由美".
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

/** Bot marks on a 24-unit grid: Parley's two bubbles, a bolt for integrations, and a head for all others. */
export const BOT_MARKS = {
  system:
    "M16 13V7a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2v3l4-3h4a2 2 0 0 0 2-2zM20 10v5a2 2 0 0 1-2 2v3l-3-3h-3",
  integration: "M13 3 6 13h5l-1 8 8-11h-5z",
  other: "M12 8V4M8 8h8a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3zM9 13v1M15 13v1",
} as const;
export type BotKind = keyof typeof BOT_MARKS;

const HUES = [25, 55, 95, 145, 175, 215, 250, 285, 320, 350];

/** Hue of a user's initials, constant for an id and different for neighboring ids. */
export const hueOf = (id: number): number => HUES[(id * 7) % HUES.length] ?? 0;

/**
 * Returns the URL of a user's picture, or undefined if they uploaded none. Gravatar pictures count as none and aren't
 * loaded, because Gravatar would learn who looks at whom, and when.
 */
export const ownPicture = (src: string | null | undefined): string | undefined =>
  src === null || src === undefined || src === "" || /^https?:\/\/([\w-]+\.)?gravatar\.com\//i.test(src)
    ? undefined
    : src;
