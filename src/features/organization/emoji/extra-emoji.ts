import { page } from "../../../api/page.ts";
import zulip from "./zulip.png";

/** Path of the picture of :zulip:, which is hard-coded in the mobile app. */
const ZULIP = "/static/generated/emoji/images/emoji/unicode/zulip.png";

/** Picture URLs, by name, of the default emoji that aren't Unicode characters. */
export const extraEmoji: ReadonlyMap<string, string> = new Map([["zulip", ZULIP]]);

export const extraEmojiPages = [
  page(
    `GET ${ZULIP}`,
    () =>
      new Response(zulip, {
        headers: {
          "content-type": "image/png",
          "cache-control": "public, max-age=86400",
        },
      }),
  ),
];
