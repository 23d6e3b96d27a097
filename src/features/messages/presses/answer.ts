import * as v from "valibot";
import { parseNamed } from "../../../api/issue.ts";
import { fillMarkup, type Markup, parseMarkup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { badRequest, refusalOf } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkContent } from "../../../protocol/message-content.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Channel } from "../../channels/channels/channels.ts";
import { actorOf, findUser } from "../../organization/accounts/accounts.ts";
import { checkMayPost } from "../core/send/channel-permissions.ts";
import { type Destination, destinationOfPlace } from "../core/send/destination.ts";
import { markupNames } from "../core/send/markup-names.ts";
import { renderChecked } from "../core/send/outgoing-message.ts";
import { postMessage } from "../core/send/post-message.ts";
import { accessMessageToChange } from "../core/store/access-to-change.ts";
import { rewriteContent } from "../editing/edit-message.ts";
import { showWidget } from "../widget-actions/submessages.ts";
import { saidWithWidget, type Widget, widgetSchema } from "../widgets/widget.ts";
import { botToAnswer, endWait } from "./presses.ts";
import { type PressRow, pressById } from "./rows.ts";

const message = v.union([
  boundedText("content"),
  v.object({ content: boundedText("content"), widget_content: v.optional(v.nullable(widgetSchema)) }),
]);

/** A bot's response to a press. Every field is optional. */
export const answerFields = {
  /** Only visible to the person who pressed. */
  private: v.optional(v.pipe(v.string(), v.maxCodePoints(limits.button.answer_characters))),
  /** Posted in the conversation. */
  reply: v.optional(message),
  /** The new content of the bot's message. Without a widget, its buttons are removed. */
  update: v.optional(message),
};

export type Answer = v.InferOutput<v.ObjectSchema<typeof answerFields, undefined>>;

const givenSchema = v.object({
  ...answerFields,
  content: v.optional(v.nullable(boundedText("content"))),
  widget_content: v.optional(v.nullable(widgetSchema)),
});

/**
 * Parses the answer of a bot's program or service. A bare value, or the `content` of an object, is a reply. Throws if
 * the answer is invalid.
 */
export function readAnswer(given: unknown): Answer {
  if (given === null || given === undefined) return {};
  if (Array.isArray(given)) throw badRequest("answer is not a dict");
  const value = typeof given === "object" ? given : { content: String(given) };
  const { content, widget_content, reply, ...rest } = parseNamed("answer", givenSchema, value);
  const said = (content ?? "").trim() === "" ? undefined : { content: content ?? "", widget_content };
  return { ...rest, reply: reply ?? said };
}

interface PreparedMessage {
  readonly content: string;
  readonly markup: Markup;
  readonly widget: Widget | undefined;
}

export interface PreparedAnswer {
  readonly private: { readonly content: string; readonly markup: Markup } | undefined;
  readonly reply: PreparedMessage | undefined;
  readonly update: PreparedMessage | undefined;
}

/** Must run before the change that writes the answer, because its texts can take long to parse. */
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

/** Returns the messages whose texts must be in the realm when a press is answered. */
export const messagesToAnswer = ({ update }: Pick<Answer, "update">, { message_id }: PressRow) =>
  update === undefined ? [] : [message_id];

/** Answers a press, unless its message was deleted meanwhile. */
export function answerDelivered(realm: Realm, id: number, answer: PreparedAnswer, client: string): void {
  const row = pressById.first(realm.sql, { id });
  if (row !== undefined) answerPress(realm, row, answer, client);
}

/**
 * Answers a press as the bot. The bot can reply if it or the person who pressed can post, because a button's `who` can
 * include people who can't post.
 */
export function answerPress(realm: Realm, row: PressRow, answer: PreparedAnswer, client: string): void {
  const bot = botToAnswer(realm, row);
  if (bot === undefined) throw badRequest("Invalid press");
  if (row.state === "answered") throw badRequest("This press has been answered already.");
  const actor = actorOf(bot);
  const target = accessMessageToChange(realm, actor, row.message_id);
  const destination = destinationOfPlace(realm, target.place);
  if (answer.reply !== undefined) checkMayReply(realm, actor, row.id, destination);
  // All checks precede the writes.
  for (const one of [answer.reply, answer.update]) if (one) renderChecked(realm, actor, destination, one.markup);
  const names = markupNames(realm, actor);
  const text = answer.private && {
    content: answer.private.content,
    rendered_content: fillMarkup(answer.private.markup, names).html,
  };
  if (answer.update !== undefined) {
    const { content, markup, widget } = answer.update;
    rewriteContent(realm, actor, target, { content, markup });
    showWidget(realm, target.place, widget ?? null);
  }
  if (answer.reply !== undefined) {
    const { content, markup, widget } = answer.reply;
    const rendered = renderChecked(realm, actor, destination, markup);
    postMessage(realm, { sender: bot, destination, content, rendered, client, readBySender: false, widget });
  }
  endWait(realm, row, "answered", text ?? null);
}

/** Throws unless the bot, or the person who pressed, can post in the conversation. */
export function checkMayReply(realm: Realm, bot: Actor, press: number, destination: Destination): void {
  if (destination.kind === "direct") return;
  const row = pressById.first(realm.sql, { id: press });
  const person = row && findUser(realm, row.user_id);
  if (person?.is_active === 1 && mayPost(realm, actorOf(person), destination.channel)) return;
  checkMayPost(realm, bot, destination.channel);
}

const mayPost = (realm: Realm, actor: Actor, channel: Channel): boolean =>
  refusalOf(() => checkMayPost(realm, actor, channel)) === undefined;
