// Adds icons from lucide: node scripts/web/icons.mjs NAME... They are added to src/web/parts/more-icon-paths.ts, which
// loads soon after the page; with --first, they are added to src/web/parts/icon-paths.ts, for icons that are visible
// immediately. Without names, regenerates both files. npm fetches the package; it is not a dependency.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchPackage } from "./fetch-package.mjs";

const LUCIDE = {
  name: "lucide-static",
  version: "1.62.0",
  integrity: "sha512-WBZA/m2PvkFpMGHDtsBck5P2A9G4ehLlYu4GwwICcmEm1BvYVgj00lCDxKRWLlbMlOibLaiwdQ88G5pHkSWgwA==",
};
const parts = fileURLToPath(new URL("../../src/web/parts/", import.meta.url));
const FILES = { first: "icon-paths.ts", more: "more-icon-paths.ts" };

/** @param {string} tag */
const attributesOf = (tag) =>
  Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name ?? "", value ?? ""]));

/** Converts an SVG shape to path data. @param {string} kind @param {Record<string, string>} attributes */
function pathOf(kind, attributes) {
  /** @param {string} name */
  const at = (name) => Number(attributes[name] ?? 0);
  const points = (attributes["points"] ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  switch (kind) {
    case "path":
      // A path can start with a relative move, which is relative to the origin rather than the end of the previous
      // path.
      return (attributes["d"] ?? "").replace(/^m/, "M0 0m");
    case "line":
      return `M${at("x1")} ${at("y1")}L${at("x2")} ${at("y2")}`;
    case "polyline":
    case "polygon": {
      const pairs = points.flatMap((x, index) => (index % 2 === 0 ? [`${x} ${points[index + 1]}`] : []));
      return `M${pairs.join("L")}${kind === "polygon" ? "z" : ""}`;
    }
    case "circle":
    case "ellipse": {
      const [rx, ry] = kind === "circle" ? [at("r"), at("r")] : [at("rx"), at("ry")];
      return `M${at("cx") - rx} ${at("cy")}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
    }
    case "rect": {
      const r = Math.max(at("rx"), at("ry"));
      const [x, y, width, height] = [at("x"), at("y"), at("width"), at("height")];
      if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
      const [across, down] = [width - 2 * r, height - 2 * r];
      const corner = (/** @type {number} */ dx, /** @type {number} */ dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
      return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
    }
    default:
      throw new Error(`no path for <${kind}>`);
  }
}

/** @param {string} svg */
function iconOf(svg) {
  const inner = svg.slice(svg.indexOf(">", svg.indexOf("<svg")) + 1);
  return [...inner.matchAll(/<(\w+)\s([^>]*?)\/>/gs)]
    .map(([, kind = "", rest = ""]) => pathOf(kind, attributesOf(rest)))
    .join("");
}

/** @param {string} name */
const textOf = (name) => readFileSync(join(parts, name), "utf8");
/** @param {string} text */
const namesIn = (text) => [...text.matchAll(/^ {2}"?([\w-]+)"?:/gm)].map(([, name]) => name ?? "");
const added = process.argv.slice(2).filter((name) => name !== "--first");
const kind = process.argv.includes("--first") ? "first" : "more";

const folder = await fetchPackage(LUCIDE, async (from, to) => {
  cpSync(join(from, "icons"), join(to, "icons"), { recursive: true });
  cpSync(join(from, "LICENSE"), join(to, "LICENSE"));
});
for (const [which, file] of Object.entries(FILES)) {
  const text = textOf(file);
  const [head = "", data = ""] = text.split(/^(?=export const )/m);
  const [declaration = ""] = data.split("{");
  // An icon added to one file is removed from the other.
  const kept = namesIn(text).filter((name) => which === kind || !added.includes(name));
  const names = [...new Set(which === kind ? [...kept, ...added] : kept)].sort();
  const lines = names.map((name) => {
    const paths = iconOf(readFileSync(join(folder, "icons", `${name}.svg`), "utf8"));
    return `  ${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${JSON.stringify(paths)},\n`;
  });
  writeFileSync(join(parts, file), `${head}${declaration}{\n${lines.join("")}} as const;\n`);
}
writeFileSync(join(parts, "icon-paths.license.txt"), readFileSync(join(folder, "LICENSE")));
