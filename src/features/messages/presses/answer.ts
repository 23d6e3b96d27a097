import * as v from "valibot";
import { fillMarkup, type Markup, parseMarkup } from "../../../markup/index.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkContent } from "../../../protocol/message-content.ts";
import type { Realm } from "../../../realm/realm.ts";
import { membersOfConversation } from "../../conversations/conversations.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { actorOf, type User } from "../../organization/accounts/accounts.ts";
import type { Destination } from "../core/send/destination.ts";
import { markupNames } from "../core/send/markup-names.ts";
import { renderChecked } from "../core/send/outgoing-message.ts";
import { postMessage } from "../core/send/post-message.ts";
import { accessMessageToChange } from "../core/store/access-to-change.ts";
import { rewriteContent } from "../editing/apply-edit.ts";
import { showWidget } from "../widget-actions/submessages.ts";
import { saidWithWidget, type Widget, widgetSchema } from "../widgets/widget.ts";
import { botToAnswer, endWait } from "./presses.ts";
import type { PressRow } from "./rows.ts";

const message = v.union([
  boundedText("content"),
  v.object({ content: boundedText("content"), widget_content: v.optional(v.nullable(widgetSchema)) }),
]);

/** What a bot can answer a press with. All of it is optional. */
export const answerFields = {
  /** A text that only the person who pressed sees. */
  private: v.optional(v.pipe(v.string(), v.maxCodePoints(limits.button.answer_characters))),
  /** A message in the conversation. */
  reply: v.optional(message),
  /** What the bot's message says from now on; without a widget, it has no more buttons. */
  update: v.optional(message),
};

type Answer = v.InferOutput<v.ObjectSchema<typeof answerFields, undefined>>;

interface PreparedMessage {
  readonly content: string;
  readonly markup: Markup;
  readonly widget: Widget | undefined;
}

interface PreparedAnswer {
  readonly private: { readonly content: string; readonly markup: Markup } | undefined;
  readonly reply: PreparedMessage | undefined;
  readonly update: PreparedMessage | undefined;
}

/** Parses the texts of an answer, which can be long, before the change that makes it. */
export async function prepareAnswer(answer: Answer): Promise<PreparedAnswer> {
  const said = answer.private?.toWellFormed().replaceAll("\0", "").trim() ?? "";
  return {
    private: said === "" ? undefined : { content: said, markup: await parseMarkup(said) },
    reply: await preparedMessage(answer.reply),
    update: await preparedMessage(answer.update),
  };
}

async function preparedMessage(given: Answer["reply"]): Promise<PreparedMessage | undefined> {
  if (given === undefined) return undefined;
  const { content: text, widget_content = undefined } = typeof given === "string" ? { content: given } : given;
  const { content, widget } = saidWithWidget(text.toWellFormed().replaceAll("\0", ""), widget_content ?? undefined);
  checkContent(content);
  return { content, markup: await parseMarkup(content), widget };
}

/** Messages whose texts have to be in the realm to answer. */
export const messagesToAnswer = ({ update }: Pick<Answer, "update">, { message_id }: PressRow) =>
  update === undefined ? [] : [message_id];

const alreadyAnswered = () => badRequest("This press has been answered already.");

/** Answers a press as the bot. Doesn't check whether the bot can write there, because someone who can asked it to. */
export function answerPress(realm: Realm, row: PressRow, answer: PreparedAnswer, client: string): void {
  const bot = botToAnswer(realm, row);
  if (bot === undefined) throw badRequest("Invalid press");
  if (row.state === "answered") throw alreadyAnswered();
  const actor = actorOf(bot);
  const target = accessMessageToChange(realm, actor, row.message_id);
  const said = answer.private;
  const names = markupNames(realm, actor, { translateEmoticons: false });
  const text = said && { content: said.content, rendered_content: fillMarkup(said.markup, names).html };
  if (answer.update !== undefined) {
    const { content, markup, widget } = answer.update;
    rewriteContent(realm, actor, target, { content, markup });
    showWidget(realm, target.place, widget ?? null);
  }
  if (answer.reply !== undefined) reply(realm, bot, target, answer.reply, client);
  endWait(realm, row, "answered", text ?? null);
}

function reply(
  realm: Realm,
  bot: User,
  { place, channel }: ReturnType<typeof accessMessageToChange>,
  { content, markup, widget }: PreparedMessage,
  client: string,
): void {
  const destination: Destination =
    channel === undefined
      ? { kind: "direct", members: membersOfConversation(realm, place.conversation_id) }
      : {
          kind: "channel",
          channel,
          topic: place.topic_id === null ? "" : (topicWithId(realm, place.topic_id)?.name ?? ""),
        };
  const rendered = renderChecked(realm, actorOf(bot), destination, markup);
  postMessage(realm, { sender: bot, destination, content, rendered, client, readBySender: false, widget });
}
