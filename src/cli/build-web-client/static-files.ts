import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readBytes } from "./hashed-file.ts";

const ICONS = "src/web/icons";

/** Icons in the manifest (src/features/server/web-client/manifest-page.ts). */
export const iconFiles = (root: string) =>
  readdirSync(join(root, ICONS)).map((name) => ({
    path: `/static/icons/${name}`,
    bytes: readBytes(root, `${ICONS}/${name}`),
  }));

const SOUNDS = "src/web/sounds";

/**
 * Sounds of `available_notification_sounds`, at the paths where Zulip's web client and desktop app look for them. They
 * are the tones of src/web/parts/sound.ts as files; Parley's own client synthesizes them.
 */
export const soundFiles = (root: string) =>
  readdirSync(join(root, SOUNDS)).map((name) => ({
    path: `/static/audio/notification_sounds/${name}`,
    bytes: readBytes(root, `${SOUNDS}/${name}`),
  }));
