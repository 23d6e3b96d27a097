import * as v from "valibot";
import { describeIssue } from "../../../api/issue.ts";
import { storedAnything } from "../../../database/stored.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { DecidedPart, ReactionsWidget, ReplacedPart } from "../../../protocol/submessage.ts";
import { hook, type Realm } from "../../../realm/realm.ts";
import { tryForeignJson } from "../../../util/foreign-json.ts";
import { deletionByMessages } from "../../conversations/message-places.ts";
import type { Pressable } from "./buttons.ts";
import type { Submessage } from "./rows.ts";
import * as rows from "./rows.ts";
import { widgetSchema as knownWidget, pressableOf, type Widget } from "./widget.ts";

/**
 * Runs before a user's additions to widgets are deleted from messages that stay. Features that must keep the additions
 * can save them here.
 */
export const submessagesLeavingHook = hook<[by: UserId, messages: readonly MessageId[]]>("submessages leaving");

const vote = v.strictObject({ type: v.literal("vote"), key: v.string(), vote: v.picklist([1, -1]) });
const newOption = v.strictObject({
  type: v.literal("new_option"),
  idx: v.pipe(v.number(), v.integer()),
  option: v.string(),
});
const question = v.strictObject({ type: v.literal("question"), question: v.string() });

const newTask = v.strictObject({
  type: v.literal("new_task"),
  key: v.union([v.string(), v.pipe(v.number(), v.integer())]),
  task: v.string(),
  desc: v.string(),
  completed: v.boolean(),
});
const strike = v.strictObject({ type: v.literal("strike"), key: v.string() });
const newTitle = v.strictObject({ type: v.literal("new_task_list_title"), title: v.string() });

type SubmessageSchema = v.GenericSchema<unknown, { readonly type: string }>;

/** Schemas of later submessages by widget type. Submessages of other widgets aren't checked. */
const submessageSchemas: ReadonlyMap<string, SubmessageSchema> = new Map<string, SubmessageSchema>([
  ["poll", v.variant("type", [vote, newOption, question])],
  ["todo", v.variant("type", [newTask, strike, newTitle])],
]);

/** Types of submessages that only the widget's author can add, with the error for other users. */
const authorOnlyErrors: ReadonlyMap<string, string> = new Map([
  ["question", "You can't edit a question unless you are the author."],
  ["new_task_list_title", "You can't edit the task list title unless you are the author."],
]);

export type { Submessage } from "./rows.ts";

const WIDGET = "widget";

interface MessageAndSender {
  readonly message: MessageId;
  readonly sender: UserId;
}

/** Stores the widget of a new message, or an update of it by the message's author. */
export const attachWidget = (
  realm: Realm,
  { message, sender }: MessageAndSender,
  widget: Widget | ReactionsWidget | DecidedPart | ReplacedPart,
): Submessage =>
  rows.insertSubmessage.one(realm.sql, { message, sender, msg_type: WIDGET, content: JSON.stringify(widget) });

/** Replaces the widget of a bot's message, or removes it. Only the newest replacement is kept. */
export function replaceWidget(realm: Realm, of: MessageAndSender, widget: Widget | null): Submessage {
  const earlier = rows.selectReplacing.first(realm.sql, of);
  if (earlier !== undefined) {
    realm.run(submessagesLeavingHook, of.sender, [of.message]);
    rows.deleteSubmessage.run(realm.sql, { id: earlier.id });
  }
  return attachWidget(realm, of, { type: "replaced", widget });
}

const replacedSchema = v.object({ widget: v.nullable(knownWidget) });

/** Returns the buttons or the form that a message shows now, if any. */
export function shownPressable(realm: Realm, message: MessageId): Pressable | undefined {
  const first = rows.firstSubmessage.first(realm.sql, { message });
  if (first === undefined) return undefined;
  const replacing = rows.selectReplacing.first(realm.sql, { message, sender: first.sender_id });
  const { content, id } = replacing ?? first;
  const read = readWidget(content, id);
  const widget = v.safeParse(replacedSchema, replacing === undefined ? { widget: read } : read);
  return widget.success ? pressableOf(widget.output.widget ?? undefined) : undefined;
}

export const isWidget = (realm: Realm, message: MessageId): boolean =>
  rows.firstSubmessage.first(realm.sql, { message }) !== undefined;

export const submessagesOf = (realm: Realm, message: MessageId): Submessage[] =>
  rows.selectSubmessages.all(realm.sql, { message });

export const removeSubmessages = deletionByMessages("submessages");

/** Returns the newest messages whose widgets a user defined or added to, at most `most`. */
export const messagesWithPartsBy = (realm: Realm, user: UserId, most: number): MessageId[] =>
  rows.newestWithPartsOf.all(realm.sql, { user, most }).map(({ message_id }) => message_id);

/**
 * Deletes a user's additions (such as votes) to widgets of messages with ids above `after`, up to and including `upTo`.
 */
export function removeSubmessagesBetween(realm: Realm, user: UserId, after: number, upTo: number): void {
  const between = { user, after, up_to: upTo };
  const messages = rows.messagesWithPartsOf.all(realm.sql, between).map(({ message_id }) => message_id);
  if (messages.length === 0) return;
  realm.run(submessagesLeavingHook, user, messages);
  rows.deleteSubmessagesBetween.run(realm.sql, between);
}

const OWN_IN_PAGE = 50;

/** Returns the last message on a page of a user's additions in an id range. A message's additions stay together. */
export const ownAdditionsUpTo = (realm: Realm, user: UserId, [first, last]: readonly [number, number]): number =>
  rows.lastAdditionInPage.first(realm.sql, { user, first, last, most: OWN_IN_PAGE })?.message_id ?? last;

/** Returns a user's additions (such as votes) to widgets in an id range, for the export of their own data. */
export const ownAdditions = (realm: Realm, user: UserId, [first, last]: readonly [number, number]) =>
  rows.additionsOfUser.all(realm.sql, { user, first, last });

/**
 * Stores a submessage if its sender can add it to the message's widget (messages.md 16). If the message has no widget,
 * only its author can add one.
 */
export function storeSubmessage(
  realm: Realm,
  { message, sender, author, content }: MessageAndSender & { readonly author: UserId; readonly content: string },
): Submessage {
  const first = rows.firstSubmessage.first(realm.sql, { message });
  if ((first?.sender_id ?? sender) !== author) throw badRequest("You cannot attach a submessage to this message.");
  const schema = first && submessageSchemas.get(widgetType(first));
  const data = tryForeignJson(content);
  if (data === undefined) throw badRequest("Invalid json for submessage");
  if (schema !== undefined) checkSubmessage(schema, data, sender === author);
  const stored = (schema && renumbered(realm, { message, sender, content }, data)) ?? content;
  const { size } = rows.selectSize.one(realm.sql, { message });
  if (size + stored.length > limits.message.widget_characters) throw badRequest("This widget can take no more.");
  return rows.insertSubmessage.one(realm.sql, { message, sender, msg_type: WIDGET, content: stored });
}

/** The greatest number of an option or a task that clients accept. */
const MAX_NUMBER = 1000;

/**
 * Returns an option or a task with a free number if its sender already used the number (on another device), otherwise
 * undefined. Clients identify these by sender and number, and would show only one of the two.
 */
function renumbered(
  realm: Realm,
  { content, ...of }: MessageAndSender & { readonly content: string },
  data: unknown,
): string | undefined {
  const isOption = v.is(newOption, data);
  if (!isOption && !v.is(newTask, data)) return undefined;
  const given = isOption ? data.idx : data.key;
  const field = isOption ? "idx" : "key";
  const added = rows.selectAdded.all(realm.sql, { ...of, type: data.type, field: `$.${field}` });
  const taken = added.find(({ number }) => number === Number(given));
  const free = Math.max(...added.map(({ number }) => number)) + 1;
  // The same content again is a repeated request.
  if (taken === undefined || taken.content === content || free > MAX_NUMBER) return undefined;
  return JSON.stringify({ ...data, [field]: typeof given === "string" ? String(free) : free });
}

/** Parses the first submessage of a message, which might not be a widget this server supports. */
const readWidget = storedAnything("submessages.content");
const widgetSchema = v.object({ widget_type: v.string() });

function widgetType({ id, content }: Submessage): string {
  const widget = readWidget(content, id);
  return v.is(widgetSchema, widget) ? widget.widget_type : "";
}

function checkSubmessage(schema: SubmessageSchema, data: unknown, isAuthor: boolean): void {
  const parsed = v.safeParse(schema, data);
  if (!parsed.success) throw invalidSubmessage(describeIssue("content", parsed.issues[0]));
  const authorOnly = authorOnlyErrors.get(parsed.output.type);
  if (authorOnly !== undefined && !isAuthor) throw invalidSubmessage(authorOnly);
}

const invalidSubmessage = (what: string) => badRequest(`Invalid data for widget: ${what}`);
