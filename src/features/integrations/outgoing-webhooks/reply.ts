import * as v from "valibot";
import { ApiError } from "../../../protocol/errors.ts";
import { type Answer, readAnswer } from "../../messages/presses/answer.ts";
import { type Widget, widgetSchema } from "../../messages/widgets/widget.ts";
import { Interface } from "./request.ts";

/** A bot's reply, parsed from its service's response. */
export interface Reply {
  readonly content: string;
  readonly widget: Widget | undefined;
}

export class UnreadableReply extends Error {}

const text = v.union([v.string(), v.pipe(v.union([v.number(), v.boolean()]), v.transform(String))]);

/** Parses a service's response (webhooks.md 5). As in Slack, an empty response means no reply. */
export function replyIn(body: string, form: number): Reply | null {
  if (body.trim() === "") return null;
  const answer = parse(body);
  if (answer === "") return null;
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
    throw new UnreadableReply("Invalid response format");
  }
  const fields: Readonly<Record<string, unknown>> = { ...answer };
  const said = form === Interface.slack ? fields["text"] : zulipContent(fields);
  if (said === undefined || said === null) return null;
  const content = v.safeParse(text, said);
  if (!content.success) throw new UnreadableReply("Invalid response format");
  const clean = content.output.toWellFormed().replaceAll("\0", "");
  return clean.trim() === "" ? null : { content: clean, widget: widgetIn(fields, form) };
}

/** Parses a service's response to a button press. */
export function pressAnswerIn(body: string, form: number): Answer {
  if (body.trim() === "") return {};
  const answer = parse(body);
  if (answer === "") return {};
  try {
    return readAnswer(form === Interface.slack ? slackAnswer(answer) : answer);
  } catch (error) {
    throw error instanceof ApiError ? new UnreadableReply("Invalid response format") : error;
  }
}

/** Reads a response to one of Slack's interactions. If it has no type, only the user who pressed sees the reply. */
function slackAnswer(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return { private: answer };
  const { text, response_type, replace_original }: Readonly<Record<string, unknown>> = { ...answer };
  if (text === undefined) return {};
  return { [replace_original === true ? "update" : response_type === "in_channel" ? "reply" : "private"]: text };
}

function zulipContent(fields: Readonly<Record<string, unknown>>): unknown {
  if (fields["response_not_required"]) return undefined;
  return fields["response_string"] ?? fields["content"];
}

/** Returns a reply's widget, which services send as an object or as a JSON string. */
function widgetIn(fields: Readonly<Record<string, unknown>>, form: number): Widget | undefined {
  const given = fields["widget_content"];
  if (form === Interface.slack || given === undefined || given === null || given === "") return undefined;
  if (fields["response_string"] !== undefined) return undefined;
  const widget = v.safeParse(widgetSchema, typeof given === "string" ? parse(given) : given);
  if (!widget.success) throw new UnreadableReply("Invalid response format");
  return widget.output;
}

const json = v.pipe(v.string(), v.parseJson());

function parse(body: string): unknown {
  const parsed = v.safeParse(json, body);
  if (!parsed.success) throw new UnreadableReply("Invalid JSON in response");
  return parsed.output;
}
