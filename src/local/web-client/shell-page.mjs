import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The page: src/web/index.html with the names that the built files have.
 *
 * @param {string} root
 * @param {object} built
 * @param {string} built.theme
 * @param {string} built.script
 * @param {string} built.helpers
 * @param {string | undefined} built.style
 * @param {import("./static-files.mjs").Icons} built.icons
 * @param {boolean} built.reloads
 */
export function shellPage(root, { theme, script, helpers, style, icons, reloads }) {
  const head = [
    `<script src="${theme}"></script>`,
    ...(style ? [`<link rel="stylesheet" href="${style}">`] : []),
    `<script type="module" src="${script}"></script>`,
    `<link rel="modulepreload" href="${helpers}">`,
    `<link rel="icon" type="image/svg+xml" href="${icons.vector}">`,
    `<link rel="apple-touch-icon" href="${icons.maskable}">`,
    `<link rel="manifest" href="/manifest.webmanifest">`,
    ...(reloads ? [`<script type="module" src="/reload.js"></script>`] : []),
  ];
  const source = readFileSync(join(root, "src/web/index.html"), "utf8");
  const place = "<!-- The build puts the styles and scripts here. -->";
  if (!source.includes(place)) throw new Error("src/web/index.html has no place for its scripts");
  return { path: "/", bytes: new TextEncoder().encode(source.replace(place, head.join("\n"))) };
}
