// Regenerates src/web/parts/emoji/emoji-grid.ts: node scripts/web/emoji-order.mjs Unicode's order and groups of the
// emoji that the server knows. npm fetches the list; it is not a dependency.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchPackage } from "./fetch-package.mjs";

const EMOJIBASE = {
  name: "emojibase-data",
  version: "17.0.0",
  integrity: "sha512-Yvgb5AWoHViHV/gq1qr5ZAarcBip+B27/ZLRsUJkbgAEaLlZ/fof9g882LTpmEpyhBNEC0m2SEmItljHsTygjA==",
};
const GROUPS = ["smileys", "people", "", "nature", "food", "travel", "activities", "objects", "symbols", "flags"];
const root = fileURLToPath(new URL("../..", import.meta.url));

/** The server's codes omit the variation selector for emoji presentation. @param {string} hex */
const codeOf = (hex) =>
  hex
    .toLowerCase()
    .split("-")
    .filter((part) => part !== "fe0f")
    .map((part) => part.padStart(4, "0"))
    .join("-");

/** Encodes each as the distance from the previous one, which compresses better. @param {readonly string[]} codes */
function stepsOf(codes) {
  let before = 0;
  const steps = codes.map((code) => {
    const [first = "", ...rest] = code.split("-");
    const step = (Number.parseInt(first, 16) - before).toString(36);
    before = Number.parseInt(first, 16);
    return rest.length > 0 ? `${step}+${rest.join("-")}` : step;
  });
  return steps.join(" ");
}

const known = readFileSync(join(root, "src/markup/data/emoji.txt"), "utf8");
const codes = new Set(known.split("\n").map((line) => line.split(" ")[0]));
const folder = await fetchPackage(EMOJIBASE, async (from, to) =>
  copyFileSync(join(from, "en/data.json"), join(to, "data.json")),
);
/** @type {{ hexcode: string, group?: number, order?: number }[]} */
const all = JSON.parse(readFileSync(join(folder, "data.json"), "utf8"));
const sorted = all.sort((one, other) => (one.order ?? 0) - (other.order ?? 0));
const lines = GROUPS.flatMap((name, group) => {
  const members = sorted.filter((one) => one.group === group).map((one) => codeOf(one.hexcode));
  return name === "" ? [] : [`  ${name}:\n    "${stepsOf(members.filter((code) => codes.has(code)))}",\n`];
});
const head = `// The order and groups of emoji, by Unicode, as emojibase (MIT) has them. \`node scripts/web/emoji-order.mjs\` makes this.
// Each number is the distance, in base 36, from the first code point of the emoji before; after "+" come further ones.
`;
writeFileSync(
  join(root, "src/web/parts/emoji/emoji-grid.ts"),
  `${head}export const emojiOrder = {\n${lines.join("")}} as const;\n`,
);
