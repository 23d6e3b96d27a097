import { readdirSync } from "node:fs";
import { join } from "node:path";
import { hashedFile, readBytes } from "./hashed-file.mjs";

const text = new TextEncoder();

/**
 * The files that are served as they are.
 *
 * @param {string} root
 */
export function staticFiles(root) {
  /** @param {string} name */
  const file = (name) => hashedFile(name, readBytes(root, `src/web/icons/${name}`));
  const vector = hashedFile("icon.svg", readBytes(root, "src/web/icon.svg"));
  const [small, large, maskable] = [file("icon-192.png"), file("icon-512.png"), file("maskable-512.png")];
  return {
    hashed: [vector, small, large, maskable],
    icons: { vector: vector.path, small: small.path, large: large.path, maskable: maskable.path },
  };
}

/** @typedef {ReturnType<typeof staticFiles>["icons"]} Icons */

const SOUNDS = "src/web/sounds";

/**
 * The sounds of `available_notification_sounds`, where Zulip's web client and its desktop app look for them. They are the
 * tones of src/web/parts/sound.ts, written down; Parley's own client makes them itself.
 *
 * @param {string} root
 */
export const soundFiles = (root) =>
  readdirSync(join(root, SOUNDS)).map((name) => ({
    path: `/static/audio/notification_sounds/${name}`,
    bytes: readBytes(root, `${SOUNDS}/${name}`),
  }));

/**
 * What a system asks that installs the client as an application.
 *
 * @param {Icons} icons
 */
export function manifest(icons) {
  const content = {
    id: "/",
    name: "Parley",
    short_name: "Parley",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: "#f5f6f4",
    shortcuts: [
      { name: "Inbox", url: "/#inbox" },
      { name: "Recent conversations", url: "/#recent" },
      { name: "Mentions", url: "/#narrow/is/mentioned" },
    ],
    icons: [
      { src: icons.vector, sizes: "any", type: "image/svg+xml" },
      { src: icons.small, sizes: "192x192", type: "image/png" },
      { src: icons.large, sizes: "512x512", type: "image/png" },
      { src: icons.maskable, sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  return { path: "/manifest.webmanifest", bytes: text.encode(JSON.stringify(content)) };
}
