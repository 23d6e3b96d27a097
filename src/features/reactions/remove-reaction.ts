import { action } from "../../http/endpoint.ts";
import { integer, optional, text } from "../../http/parameter.ts";
import { badRequest } from "../../protocol/errors.ts";
import { resolveEmoji } from "../emoji/emoji.ts";
import { accessMessageToChange } from "../messages/access-to-change.ts";
import { emojiIdentity } from "./emoji-params.ts";
import { removeReaction } from "./reactions.ts";

export const removeReactionEndpoint = action({
  route: "DELETE /messages/:message_id/reactions",
  params: { message_id: integer, emoji_name: optional(text), ...emojiIdentity },
  reply: {},
  run({ realm, actor, params: { message_id, emoji_name, emoji_code, reaction_type = "unicode_emoji" } }) {
    const { place } = accessMessageToChange(realm, actor, message_id);
    const code = emoji_code ?? (emoji_name === undefined ? undefined : resolveEmoji(realm, { emoji_name }).emoji_code);
    if (code === undefined) {
      throw badRequest("At least one of the following arguments must be present: emoji_name, emoji_code");
    }
    removeReaction(realm, actor, place, { emoji_code: code, reaction_type });
    return {};
  },
});
