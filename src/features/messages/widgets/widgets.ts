import * as v from "valibot";
import { storedAnything } from "../../../database/stored.ts";
import { describeIssue } from "../../../endpoints/issue.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { deleteSubmessagesTo, firstSubmessage, insertSubmessage, type Submessage, sizeOfSteps } from "./rows.ts";
import type { Widget } from "./widget.ts";
import { authorsSteps, type StepSchema, stepSchemas } from "./widget-step.ts";

export type { Submessage } from "./rows.ts";

export const submessageSchema = v.strictObject({
  id: v.number(),
  message_id: v.number(),
  sender_id: v.number(),
  msg_type: v.string(),
  content: v.string(),
});

const WIDGET = "widget";

interface Attaching {
  readonly message: MessageId;
  readonly sender: UserId;
}

/** Gives a new message its widget. */
export const attachWidget = (realm: Realm, { message, sender }: Attaching, widget: Widget): Submessage =>
  insertSubmessage.one(realm.sql, { message, sender, msg_type: WIDGET, content: JSON.stringify(widget) });

/** Whether there is more to a message than its text. */
export const isWidget = (realm: Realm, message: MessageId): boolean =>
  firstSubmessage.first(realm.sql, { message }) !== undefined;

/** Removes what is known of messages that are about to be deleted. */
export const removeSteps = (realm: Realm, messages: readonly MessageId[]): void =>
  deleteSubmessagesTo.run(realm.sql, { ids: JSON.stringify(messages) });

/**
 * Adds a step to a widget, if it is one that may be taken by its sender (messages.md 16). Only the message's author may
 * make a widget of a message that is none.
 */
export function addStep(
  realm: Realm,
  { message, sender, author, content }: Attaching & { readonly author: UserId; readonly content: string },
): Submessage {
  const first = firstSubmessage.first(realm.sql, { message });
  if ((first?.sender_id ?? sender) !== author) throw badRequest("You cannot attach a submessage to this message.");
  const schema = first && stepSchemas.get(typeOf(first));
  const data = read(content);
  if (schema !== undefined) checkStep(schema, data, sender === author);
  const { size } = sizeOfSteps.one(realm.sql, { message });
  if (size + content.length > limits.message.widget_characters) throw badRequest("This widget can take no more.");
  return insertSubmessage.one(realm.sql, { message, sender, msg_type: WIDGET, content });
}

function read(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw badRequest("Invalid json for submessage");
  }
}

/** The first submessage need not be that of a known widget. */
const readWidget = storedAnything("submessages.content");
const widgetSchema = v.object({ widget_type: v.string() });

function typeOf({ id, content }: Submessage): string {
  const widget = readWidget(content, id);
  return v.is(widgetSchema, widget) ? widget.widget_type : "";
}

function checkStep(schema: StepSchema, data: unknown, isAuthor: boolean): void {
  const parsed = v.safeParse(schema, data);
  if (!parsed.success) throw invalidStep(describeIssue("content", parsed.issues[0]));
  const forAuthors = authorsSteps.get(parsed.output.type);
  if (forAuthors !== undefined && !isAuthor) throw invalidStep(forAuthors);
}

const invalidStep = (what: string) => badRequest(`Invalid data for widget: ${what}`);
