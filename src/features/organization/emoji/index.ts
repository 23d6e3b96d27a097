import { action } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { emojiCode } from "../../../markup/index.ts";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission, notFound } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkOrganizationHas } from "../../../protocol/quota.ts";
import { MAX_EMOJI_NAME_LENGTH } from "../../../protocol/text-lengths.ts";
import { on, type Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { randomToken } from "../../../util/random.ts";
import { dropFiles } from "../../files/storage/drop-files.ts";
import { keepFile, releaseFile, reserveFile } from "../../files/storage/files.ts";
import { namedFilesHook } from "../../files/storage/hooks.ts";
import { stillOf } from "../../files/storage/image/image.ts";
import { firstKeys } from "../../files/storage/named-files.ts";
import { imagePage, SMALL } from "../../files/storage/pictures/made-files.ts";
import { EMOJI_SIZES, sentImage, storeImage } from "../../files/storage/store-image.ts";
import { permits } from "../organization-settings/realm-settings.ts";
import { emojiArchive } from "./archive.ts";
import { addCustomEmoji, customEmoji, deactivateCustomEmoji, emojiKeys, emojiObjects, schema } from "./custom-emoji.ts";
import { customEmojiAdded, customEmojiChanged, customEmojiSchema, customEmojiUpdated } from "./events.ts";
import { extraEmoji, extraEmojiPages } from "./extra-emoji.ts";

const getEmojiEndpoint = action({
  route: "GET /realm/emoji",
  outside: true,
  reply: { emoji: customEmojiSchema },
  run: ({ realm }) => ({ emoji: emojiObjects(realm) }),
});

const emojiNameOf = (text: string): string => text.trim().toLowerCase().replaceAll(" ", "_");

/** Throws if a name is invalid or in use. Only administrators can use the name of a default emoji. */
function checkEmojiName(realm: Realm, actor: Actor, name: string): void {
  if (name.length > MAX_EMOJI_NAME_LENGTH)
    throw badRequest(`emoji_name is too long (limit: ${MAX_EMOJI_NAME_LENGTH} characters)`);
  if (!/^[0-9a-z_-]+$/.test(name)) {
    throw badRequest(
      "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.",
    );
  }
  if (!/[0-9a-z]$/.test(name)) throw badRequest("Emoji names must end with either a letter or digit.");
  if (customEmoji(realm).byName.has(name)) throw badRequest("A custom emoji with this name already exists.");
  if ((emojiCode(name) !== undefined || extraEmoji.has(name)) && !isAdministrator(actor)) {
    throw badRequest("Only administrators can override default emoji.");
  }
}

const MAX_MIB = 5;

const addEmojiEndpoint = action({
  route: "POST /realm/emoji/:emoji_name",
  file: "required",
  params: { emoji_name: text("name") },
  plan({ realm, actor, params }) {
    checkMayAdd(realm, actor, emojiNameOf(params.emoji_name));
    const file = randomToken(realm.random, 20);
    const reserve = (kind: string) => reserveFile(realm, { by: actor.user_id, kind, name: file });
    return { file, key: reserve("emoji"), still: reserve("emoji/still") };
  },
  async prepare({ plan, files, env }) {
    const sent = await sentImage(files, { notOneFile: "You must upload exactly one file.", most_mib: MAX_MIB });
    await storeImage(env, plan.key, sent, EMOJI_SIZES);
    const { animated } = sent.image;
    if (animated) {
      const still = { bytes: stillOf(sent.bytes, sent.image), image: { ...sent.image, animated: false } };
      await storeImage(env, plan.still, still, EMOJI_SIZES);
    }
    return { ...plan, animated };
  },
  undo: ({ plan: { key, still }, env }) => dropFiles(env, key, still),
  run({ realm, actor, params, prepared: { file, key, still, animated } }) {
    const name = emojiNameOf(params.emoji_name);
    checkMayAdd(realm, actor, name);
    keepFile(realm, key);
    if (animated) keepFile(realm, still);
    else releaseFile(realm, still);
    addCustomEmoji(realm, { name, file, animated, author: actor.user_id });
  },
});

function checkMayAdd(realm: Realm, actor: Actor, name: string): void {
  if (!permits(realm, actor, "can_add_custom_emoji_group")) throw insufficientPermission();
  checkEmojiName(realm, actor, name);
  checkOrganizationHas(customEmoji(realm).byCode.size + 1, limits.organization.custom_emoji, "custom emoji");
}

const deactivateEmojiEndpoint = action({
  route: "DELETE /realm/emoji/:emoji_name",
  params: { emoji_name: text("name") },
  run({ realm, actor, params: { emoji_name } }) {
    const emoji = customEmoji(realm).byName.get(emoji_name);
    if (emoji === undefined) throw notFound(`Emoji '${emoji_name}' does not exist`);
    if (emoji.author_id !== actor.user_id && !isAdministrator(actor)) {
      throw badRequest("Must be an organization administrator or emoji author");
    }
    deactivateCustomEmoji(realm, emoji);
  },
});

const emojiState = stateSlice({
  types: ["realm_emoji"],
  collect: ({ realm }) => ({ realm_emoji: emojiObjects(realm) }),
});

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
