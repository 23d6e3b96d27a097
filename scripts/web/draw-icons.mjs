// Draws the bitmap icons (src/web/icons) from src/web/icon.svg. Run after a change to that file: node
// scripts/web/draw-icons.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { findBrowser } from "./browser.mjs";

const web = join(import.meta.dirname, "../../src/web");
const svg = readFileSync(join(web, "icon.svg"), "utf8");

// Systems crop a maskable icon to their own shape: only the middle four fifths are safe.
const ICONS = [
  { name: "icon-192.png", size: 192, drawing: svg },
  { name: "icon-512.png", size: 512, drawing: svg },
  { name: "maskable-512.png", size: 512, drawing: maskable(svg) },
];

/** @param {string} source */
function maskable(source) {
  const [whole = "", colour = ""] = /<rect [^>]*fill="(#[0-9a-f]+)"[^>]*\/>/.exec(source) ?? [];
  if (whole === "") throw new Error("icon.svg has no ground");
  return source
    .replace(whole, `<rect width="64" height="64" fill="${colour}"/><g transform="translate(6.4 6.4) scale(.8)">`)
    .replace("</svg>", "</g></svg>");
}

const found = await findBrowser();
if (found === undefined) throw new Error("no browser");
const browser = await chromium.launch(found);
const page = await browser.newPage();
for (const { name, size, drawing } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${drawing}`,
  );
  writeFileSync(join(web, "icons", name), await page.screenshot({ omitBackground: true }));
}
await browser.close();
