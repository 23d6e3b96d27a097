import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fetchPackage } from "./fetch-package.mjs";

/**
 * Fonts for pictures. A minimal system has none for Chinese, Japanese and emoji. `npm run pictures` fetches them (49
 * MB).
 */
const FONTS = [
  {
    name: "@expo-google-fonts/noto-sans",
    version: "0.4.2",
    integrity: "sha512-zYD8G2ijWLxqmquoQgghNh/x9p0yxWwArD0oxO1oXY1qx5vOd4t0Kbhnu/Cx8RTy08OgA8RtxuULZFaXwVPnPw==",
  },
  {
    name: "@expo-google-fonts/noto-sans-mono",
    version: "0.4.2",
    integrity: "sha512-Am5TeZeLlqPiDbWH71OprS/LZTuWwvpZ0cEObA9I3/FO2uhZEHgbp+fm/3aDPbEiMNr7xN8YpUAnuyBGuEeHoQ==",
  },
  {
    name: "@expo-google-fonts/noto-sans-arabic",
    version: "0.4.3",
    integrity: "sha512-YvtxyuegxPegu2g5urXJ+gQxRp8i798nQswTmEjwXOWR/fqy0Gvey6h5IoNRBrc43SxRxPezqCiR9ivpfPAXSg==",
  },
  {
    name: "@expo-google-fonts/noto-sans-jp",
    version: "0.4.3",
    integrity: "sha512-Fl+Z6vtD24HFAYsvzB0S9Nery1ly16B9PesdY0wBd+wEHAvkNglnkTUspU0HqGOubkmoa8zusJrKv6vDx1o70A==",
  },
  {
    name: "@expo-google-fonts/noto-color-emoji",
    version: "0.4.6",
    integrity: "sha512-2pAakFka8eSDCHB5d6NNp/7WrOZAiVYcycOqAbccPd8P8zaWUVfQ0N3y84nNPmhCQT9qzM9bpDi6cgMu6fRKEg==",
  },
];

/** The styles used by the client: regular, semibold, bold, and italics. */
const WANTED = /^(400Regular|400Regular_Italic|600SemiBold|700Bold)$/;

/**
 * Returns the environment in which a browser on Linux uses these fonts, so that pictures are the same everywhere.
 *
 * @returns {Promise<Record<string, string>>}
 */
export async function fontEnvironment() {
  if (process.platform !== "linux") return {};
  const directories = [];
  for (const font of FONTS) directories.push(await fetchPackage(font, keepFonts));
  const file = join(directories[0] ?? "", "fonts.conf");
  writeFileSync(file, configuration(directories));
  return { FONTCONFIG_FILE: file };
}

/** @param {string} from @param {string} to */
async function keepFonts(from, to) {
  for (const style of readdirSync(from).filter((name) => WANTED.test(name))) {
    for (const file of readdirSync(join(from, style)).filter((name) => name.endsWith(".ttf"))) {
      copyFileSync(join(from, style, file), join(to, file));
    }
  }
}

/** @param {readonly string[]} directories */
function configuration(directories) {
  /** @param {string} family @param {readonly string[]} fonts */
  const alias = (family, fonts) =>
    `<alias><family>${family}</family><prefer>${fonts.map((font) => `<family>${font}</family>`).join("")}</prefer></alias>`;
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${directories.map((directory) => `<dir>${directory}</dir>`).join("\n")}
${alias("system-ui", ["Noto Sans"])}
${alias("sans-serif", ["Noto Sans", "Noto Sans Arabic", "Noto Sans JP", "Noto Color Emoji"])}
${alias("monospace", ["Noto Sans Mono"])}
</fontconfig>
`;
}
