import { page } from "../../../endpoints/page.ts";
import zulip from "./zulip.png";

/** The path of the picture of :zulip:, which is fixed in the mobile app. */
const ZULIP = "/static/generated/emoji/images/emoji/unicode/zulip.png";

/** The default emoji that are not Unicode characters: the URLs of their pictures, by name. */
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
