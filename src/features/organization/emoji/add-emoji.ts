import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { insufficientPermission } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkOrganizationHas } from "../../../protocol/stock.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomToken } from "../../../util/random.ts";
import { dropFiles } from "../../files/storage/drop-files.ts";
import { keepFile, releaseFile, reserveFile } from "../../files/storage/files.ts";
import { stillOf } from "../../files/storage/image/image.ts";
import { EMOJI_SIZES, sentImage, storeImage } from "../../files/storage/store-image.ts";
import { permits } from "../realm/realm-settings.ts";
import { addCustomEmoji, customEmoji } from "./custom-emoji.ts";
import { checkEmojiName, emojiNameOf } from "./emoji-name.ts";

const MAX_MIB = 5;

export const addEmojiEndpoint = action({
  route: "POST /realm/emoji/:emoji_name",
  file: "required",
  params: { emoji_name: text("name") },
  reply: {},
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
    return {};
  },
});

function checkMayAdd(realm: Realm, actor: Actor, name: string): void {
  if (!permits(realm, actor, "can_add_custom_emoji_group")) throw insufficientPermission();
  checkEmojiName(realm, actor, name);
  checkOrganizationHas(customEmoji(realm).byCode.size + 1, limits.organization.custom_emoji, "custom emoji");
}
