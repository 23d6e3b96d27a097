import * as v from "valibot";
import { parseMarkup } from "../../../../markup/index.ts";
import { boundedList, boundedText } from "../../../../protocol/bounded.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { checkContent } from "../../../../protocol/message-content.ts";
import { destinationOf, renderChecked } from "../../../messages/core/send/outgoing-message.ts";
import { postMessage } from "../../../messages/core/send/post-message.ts";
import { accessMessageToChange } from "../../../messages/core/store/access-to-change.ts";
import { addReaction } from "../../../messages/reactions/reactions.ts";
import { saidWithWidget, widgetSchema } from "../../../messages/widgets/widget.ts";
import { accessUser } from "../../../organization/accounts/access.ts";
import { actorOf } from "../../../organization/accounts/accounts.ts";
import { actingBot } from "../acting-bot.ts";
import { CLIENT, postReply, readReplies } from "../replies.ts";
import { power } from "./power.ts";

const id = v.pipe(v.number(), v.safeInteger());
const reference = v.union([id, boundedText("address")]);

/** Replies to the message the script runs for, wherever it is now. */
export const reply = power(v.unknown(), async (context, given) => {
  const replies = await readReplies(given);
  for (const one of replies) {
    context.countReply();
    context.realm.change(() => postReply(context.realm, actingBot(context), context, one));
  }
});

/** Sends a message anywhere the bot can write. */
export const send = power(
  v.strictObject({
    to: v.union([reference, boundedList(reference, "ids")]),
    topic: v.optional(boundedText("topic")),
    content: boundedText("content"),
    widget_content: v.optional(widgetSchema),
  }),
  async (context, { to, topic, content: given, widget_content }) => {
    const { content, widget } = saidWithWidget(given.toWellFormed(), widget_content);
    checkContent(content);
    const markup = await parseMarkup(content);
    context.countReply();
    const { realm } = context;
    return realm.change(() => {
      const bot = actingBot(context);
      const actor = actorOf(bot);
      const destination = destinationOf(realm, actor, { isDirect: topic === undefined, to: referencesIn(to), topic });
      const rendered = renderChecked(realm, actor, destination, markup);
      const sender = accessUser(realm, actor, bot.id);
      const message = { sender, destination, content, rendered, client: CLIENT, readBySender: false, widget };
      return { id: postMessage(realm, message).id };
    });
  },
);

function referencesIn(to: number | string | (number | string)[]): number | string | number[] | string[] {
  if (!Array.isArray(to)) return to;
  if (to.every((one) => typeof one === "number") || to.every((one) => typeof one === "string")) return to;
  throw badRequest("Recipient lists may contain emails or user IDs, but not both.");
}

/** Reacts to a message the bot can read, by default the message the script runs for. */
export const react = power(
  v.strictObject({ emoji_name: boundedText("name"), message_id: v.optional(id) }),
  (context, { emoji_name, message_id = context.message ?? undefined }) => {
    if (message_id === undefined) throw badRequest("Missing message_id");
    const { realm } = context;
    realm.change(() => {
      const actor = actorOf(actingBot(context));
      const { place } = accessMessageToChange(realm, actor, message_id);
      addReaction(realm, actor, place, { emoji_name });
    });
  },
);
