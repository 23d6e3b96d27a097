import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Built {
  readonly early: string;
  readonly script: string;
  readonly style: string | undefined;
  readonly icon: string;
  readonly reloads: boolean;
}

/** Builds the page: src/web/index.html with the names of the built files. */
export function shellPage(root: string, { early, script, style, icon, reloads }: Built) {
  const head = [
    `<script src="${early}"></script>`,
    ...(style ? [`<link rel="stylesheet" href="${style}">`] : []),
    `<script type="module" src="${script}"></script>`,
    `<link rel="icon" type="image/svg+xml" href="${icon}">`,
    `<link rel="apple-touch-icon" href="/static/icons/maskable-512.png">`,
    `<link rel="manifest" href="/manifest.webmanifest">`,
    ...(reloads ? [`<script type="module" src="/reload.js"></script>`] : []),
  ];
  const source = readFileSync(join(root, "src/web/index.html"), "utf8");
  const place = "<!-- The build puts the styles and scripts here. -->";
  if (!source.includes(place)) throw new Error("src/web/index.html has no place for its scripts");
  return { path: "/", bytes: new TextEncoder().encode(source.replace(place, head.join("\n"))) };
}
