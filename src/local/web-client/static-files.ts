import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readBytes } from "./hashed-file.ts";

const ICONS = "src/web/icons";

/** The icons that the manifest names (src/features/server/web-client/manifest-page.ts). */
export const iconFiles = (root: string) =>
  readdirSync(join(root, ICONS)).map((name) => ({
    path: `/static/icons/${name}`,
    bytes: readBytes(root, `${ICONS}/${name}`),
  }));

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
