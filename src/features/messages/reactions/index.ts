import { action } from "../../../api/endpoint.ts";
import { integer, optional, text } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { on } from "../../../realm/realm.ts";
import { emojiIdentity } from "../../organization/emoji/emoji-params.ts";
import { messagesRemovedHook, participantsHook } from "../core/hooks.ts";
import { accessMessageToChange } from "../core/store/access-to-change.ts";
import { reactionAdded, reactionRemoved } from "./events.ts";
import { addReaction, emojiCodeOf, reactionArchive, removeReaction } from "./reactions.ts";
import { deleteReactionsTo, reactionsInBulk, reactorsInTopic, schema } from "./rows.ts";

const addReactionEndpoint = action({
  route: "POST /messages/:message_id/reactions",
  outside: true,
  scope: "write",
  params: { message_id: integer, emoji_name: text("name"), ...emojiIdentity },
  run({ realm, actor, params: { message_id, ...emoji } }) {
    const { place } = accessMessageToChange(realm, actor, message_id);
    addReaction(realm, actor, place, emoji);
  },
});

const removeReactionEndpoint = action({
  route: "DELETE /messages/:message_id/reactions",
  outside: true,
  scope: "write",
  params: { message_id: integer, emoji_name: optional(text("name")), ...emojiIdentity },
  run({ realm, actor, params: { message_id, emoji_name, emoji_code, reaction_type = "unicode_emoji" } }) {
    const { place } = accessMessageToChange(realm, actor, message_id);
    if (emoji_code !== undefined) {
      removeReaction(realm, actor, place, { emoji_code, reaction_type });
    } else if (emoji_name !== undefined) {
      const code = emojiCodeOf(realm, actor, place, { emoji_name, reaction_type });
      removeReaction(realm, actor, place, { emoji_code: code, reaction_type });
    } else {
      throw badRequest("At least one of the following arguments must be present: emoji_name, emoji_code");
    }
  },
});

export const reactions = feature({
  name: "reactions",
  schema,
  archive: reactionArchive,
  bulk: [reactionsInBulk],
  endpoints: [addReactionEndpoint, removeReactionEndpoint],
  events: [reactionAdded, reactionRemoved],
  handlers: [
    on(participantsHook, (realm, topic) => reactorsInTopic.all(realm.sql, { topic }).map(({ user_id }) => user_id)),
    on(messagesRemovedHook, deleteReactionsTo),
  ],
});
