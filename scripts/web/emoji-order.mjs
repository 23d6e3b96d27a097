// Makes src/web/parts/emoji/emoji-order.ts anew: node scripts/web/emoji-order.mjs
// The order and groups of Unicode, of the emoji that the server knows. npm fetches the list; it is not a dependency.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGE = "emojibase-data@17.0.0";
const GROUPS = ["smileys", "people", "", "nature", "food", "travel", "activities", "objects", "symbols", "flags"];
const root = fileURLToPath(new URL("../..", import.meta.url));

/** The server's codes are without the sign that asks for a picture. @param {string} hex */
const codeOf = (hex) =>
  hex
    .toLowerCase()
    .split("-")
    .filter((part) => part !== "fe0f")
    .map((part) => part.padStart(4, "0"))
    .join("-");

/** How far each is from the one before: that packs better. @param {readonly string[]} codes */
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
const folder = mkdtempSync(join(tmpdir(), "emoji-"));
try {
  execFileSync("npm", ["pack", PACKAGE, "--silent"], { cwd: folder });
  execFileSync("tar", ["-xzf", `${PACKAGE.replace("@", "-")}.tgz`, "package/en/data.json"], { cwd: folder });
  /** @type {{ hexcode: string, group?: number, order?: number }[]} */
  const all = JSON.parse(readFileSync(join(folder, "package/en/data.json"), "utf8"));
  const sorted = all.sort((one, other) => (one.order ?? 0) - (other.order ?? 0));
  const lines = GROUPS.flatMap((name, group) => {
    const members = sorted.filter((one) => one.group === group).map((one) => codeOf(one.hexcode));
    return name === "" ? [] : [`  ${name}:\n    "${stepsOf(members.filter((code) => codes.has(code)))}",\n`];
  });
  const head = `// The order and groups of emoji, by Unicode, as emojibase (MIT) has them. \`node scripts/web/emoji-order.mjs\` makes this.
// Each number is the distance, in base 36, from the first code point of the emoji before; after "+" come further ones.
`;
  writeFileSync(
    join(root, "src/web/parts/emoji/emoji-order.ts"),
    `${head}export const emojiOrder = {\n${lines.join("")}} as const;\n`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
