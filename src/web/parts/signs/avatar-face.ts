const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const graphemes = (text: string) => [...segments.segment(text)].map(({ segment }) => segment);

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
