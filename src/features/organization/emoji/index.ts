import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { namedFilesHook } from "../../files/storage/hooks.ts";
import { firstKeys } from "../../files/storage/named-files.ts";
import { imagePage, SMALL } from "../../files/storage/pictures/made-files.ts";
import { emojiArchive } from "./archive.ts";
import { emojiKeys, schema } from "./custom-emoji.ts";
import { addEmojiEndpoint, deactivateEmojiEndpoint, emojiState, getEmojiEndpoint } from "./endpoints.ts";
import { customEmojiAdded, customEmojiChanged, customEmojiUpdated } from "./events.ts";
import { extraEmojiPages } from "./extra-emoji.ts";

/** The server's emoji, and the organization's custom emoji. */
export const emoji = feature({
  name: "emoji",
  schema,
  archive: emojiArchive,
  endpoints: [getEmojiEndpoint, addEmojiEndpoint, deactivateEmojiEndpoint],
  pages: [
    ...extraEmojiPages,
    imagePage("GET /user_avatars/:realm_id/emoji/images/:file", ({ realm_id, file }) => ({
      key: `${realm_id}/emoji/${file}`,
      size: SMALL,
    })),
    imagePage("GET /user_avatars/:realm_id/emoji/images/still/:file", ({ realm_id, file }) => ({
      key: `${realm_id}/emoji/still/${file}`,
      size: SMALL,
    })),
  ],
  events: [customEmojiChanged, customEmojiAdded, customEmojiUpdated],
  state: [emojiState],
  handlers: [on(namedFilesHook, (realm, page) => firstKeys(emojiKeys(realm), page))],
});
