import { palette } from "./en/palette.ts";
import { laterWords } from "./words.ts";

/** What the palette says. */
export const paletteWords = () => laterWords("palette", palette);
