const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const graphemes = (text: string) => [...segments.segment(text)].map(({ segment }) => segment);

/** Scripts in which one sign says as much as a word, and in which names are written without spaces, or family name first. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** One or two letters that stand for a name: "Omar Haddad" is "OH"; and so many signs of a dense script: "佐藤 由美" is "由美". */
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

/** The hue of somebody's initials: the same one always, and different ones for ids beside each other. */
export const hueOf = (id: number): number => HUES[(id * 7) % HUES.length] ?? 0;
