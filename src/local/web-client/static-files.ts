import { readdirSync } from "node:fs";
import { join } from "node:path";
import { hashedFile, readBytes } from "./hashed-file.ts";

const text = new TextEncoder();

/** The files that are served as they are. */
export function staticFiles(root: string) {
  const file = (name: string) => hashedFile(name, readBytes(root, `src/web/icons/${name}`));
  const vector = hashedFile("icon.svg", readBytes(root, "src/web/icon.svg"));
  const [small, large, maskable] = [file("icon-192.png"), file("icon-512.png"), file("maskable-512.png")];
  return {
    hashed: [vector, small, large, maskable],
    icons: { vector: vector.path, small: small.path, large: large.path, maskable: maskable.path },
  };
}

export type Icons = ReturnType<typeof staticFiles>["icons"];

const SOUNDS = "src/web/sounds";

/**
 * The sounds of `available_notification_sounds`, where Zulip's web client and its desktop app look for them. They are
 * the tones of src/web/parts/sound.ts, written down; Parley's own client makes them itself.
 */
export const soundFiles = (root: string) =>
  readdirSync(join(root, SOUNDS)).map((name) => ({
    path: `/static/audio/notification_sounds/${name}`,
    bytes: readBytes(root, `${SOUNDS}/${name}`),
  }));

/** The answer to a system that installs the client as an application. */
export function manifest(icons: Icons) {
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
    // The service worker takes it (src/web/sw-share.ts).
    share_target: {
      action: "/share",
      method: "POST",
      enctype: "multipart/form-data",
      params: {
        ...{ title: "title", text: "text", url: "url" },
        files: [{ name: "files", accept: ["image/*", "video/*", "audio/*", "text/*", "application/*"] }],
      },
    },
    icons: [
      { src: icons.vector, sizes: "any", type: "image/svg+xml" },
      { src: icons.small, sizes: "192x192", type: "image/png" },
      { src: icons.large, sizes: "512x512", type: "image/png" },
      { src: icons.maskable, sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  return { path: "/manifest.webmanifest", bytes: text.encode(JSON.stringify(content)) };
}
