import { page } from "../../../endpoints/page.ts";
import zulip from "./zulip.png";

/** Where the mobile app looks for it: the path is written down there. */
const ZULIP = "/static/generated/emoji/images/emoji/unicode/zulip.png";

/** Emoji that every organization has and that are no characters: the addresses of their pictures, by name. */
export const extraEmoji: ReadonlyMap<string, string> = new Map([["zulip", ZULIP]]);

export const extraEmojiPages = [
  page(
    `GET ${ZULIP}`,
    () =>
      new Response(zulip, {
        headers: {
          "content-type": "image/png",
          "cache-control": "public, max-age=86400",
          "x-content-type-options": "nosniff",
        },
      }),
  ),
];
