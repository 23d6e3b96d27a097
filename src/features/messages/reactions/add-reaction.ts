import { action } from "../../../endpoints/endpoint.ts";
import { integer, text } from "../../../endpoints/parameter.ts";
import { emojiIdentity } from "../../organization/emoji/emoji-params.ts";
import { accessMessageToChange } from "../messages/store/access-to-change.ts";
import { addReaction } from "./reactions.ts";

export const addReactionEndpoint = action({
  route: "POST /messages/:message_id/reactions",
  scope: "write",
  params: { message_id: integer, emoji_name: text("name"), ...emojiIdentity },
  reply: {},
  run({ realm, actor, params: { message_id, ...emoji } }) {
    const { place } = accessMessageToChange(realm, actor, message_id);
    addReaction(realm, actor, place, emoji);
    return {};
  },
});
