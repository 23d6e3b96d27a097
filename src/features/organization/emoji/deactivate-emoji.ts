import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { isAdministrator } from "../../../protocol/actor.ts";
import { badRequest, notFound } from "../../../protocol/errors.ts";
import { customEmoji, deactivateCustomEmoji } from "./custom-emoji.ts";

export const deactivateEmojiEndpoint = action({
  route: "DELETE /realm/emoji/:emoji_name",
  params: { emoji_name: text("name") },
  reply: {},
  run({ realm, actor, params: { emoji_name } }) {
    const emoji = customEmoji(realm).byName.get(emoji_name);
    if (emoji === undefined) throw notFound(`Emoji '${emoji_name}' does not exist`);
    if (emoji.author_id !== actor.user_id && !isAdministrator(actor)) {
      throw badRequest("Must be an organization administrator or emoji author");
    }
    deactivateCustomEmoji(realm, emoji);
    return {};
  },
});
