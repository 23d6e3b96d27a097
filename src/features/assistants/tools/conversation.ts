import { raise } from "../../../protocol/errors.ts";
import { nameKey } from "../../../protocol/name-key.ts";
import { decodedUri } from "../../../util/decoded-uri.ts";
import { type Caller, callEndpoint, ToolError } from "./caller.ts";
import { channelNamed, channelsOf, suggestions } from "./channels.ts";
import { inOneLine } from "./clean.ts";
import { peopleNamed } from "./people-list.ts";

export type Conversation =
  | { readonly kind: "channel"; readonly id: number; readonly name: string; readonly topic: string | undefined }
  | { readonly kind: "direct"; readonly others: readonly number[] };

/** A conversation as specified by the model, possibly by a link to one of its messages. */
interface ConversationReference {
  readonly conversation: Conversation;
  readonly message?: number;
}

export interface Term {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
}

const HOW = "Name it like `#channel > topic`, `#channel`, `dm:8,12`, or by the link to a message.";

export async function conversationNamed(caller: Caller, text: string): Promise<ConversationReference> {
  const said = text.trim();
  const fragment = /#narrow\/\S+/.exec(said)?.[0];
  if (fragment !== undefined) return byLink(caller, fragment);
  const [, direct] = /^dm:\s*(.+)$/is.exec(said) ?? [];
  if (direct !== undefined) {
    return { conversation: directWith(caller, await peopleNamed(caller, direct.split(","))) };
  }
  const resource = /^parley:\/\/(\w+)\/(.+)$/.exec(said);
  if (resource !== null) return byResource(caller, resource[1] ?? "", resource[2] ?? "");
  return { conversation: await inChannel(caller, said.replace(/^#/, "")) };
}

const directWith = ({ user_id }: Caller, people: readonly number[]): Conversation => ({
  kind: "direct",
  others: [...new Set(people)].filter((id) => id !== user_id),
});

/** Splits the text at the first `>` that follows a channel's name, because names can contain `>`, too. */
async function inChannel(caller: Caller, text: string): Promise<Conversation> {
  const channels = await channelsOf(caller);
  const names = new Set(channels.map(({ name }) => nameKey(name)));
  const ends = [...text.matchAll(/>|$/g)].map(({ index }) => index);
  const nameUntil = (end: number) => unquoted(text.slice(0, end).trim());
  const end = ends.find((one) => names.has(nameKey(nameUntil(one)))) ?? ends[0] ?? text.length;
  if (nameUntil(end) === "") throw new ToolError(HOW);
  const { stream_id: id, name } = channelNamed(channels, nameUntil(end));
  return { kind: "channel", id, name, topic: end === text.length ? undefined : topicOf(text.slice(end + 1)) };
}

/** Parses a topic name. The empty topic is written with its display name. */
const topicOf = (text: string) => (text.trim() === "(no topic)" ? "" : text.trim());
const unquoted = (text: string) => text.replace(/^\*\*(.*)\*\*$/, "$1").trim();

async function channelById(caller: Caller, id: number, topic?: string): Promise<Conversation> {
  const channel = (await channelsOf(caller)).find((one) => one.stream_id === id);
  if (channel === undefined) throw new ToolError(`There is no channel with the id ${id}.`);
  return { kind: "channel", id, name: channel.name, topic };
}

/** Parses a conversation link as all clients write it: values are percent-encoded, with a dot for the percent sign. */
async function byLink(caller: Caller, fragment: string): Promise<ConversationReference> {
  const [, ...parts] = fragment.split("/");
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2)
    values.set(parts[at] ?? "", decodeLinkPart((parts[at + 1] ?? "").replaceAll("%", ".").replaceAll(".", "%")));
  const near = Number(values.get("near") ?? values.get("with") ?? values.get("id"));
  const message = Number.isSafeInteger(near) ? { message: near } : {};
  const channel = values.get("channel") ?? values.get("stream");
  if (channel !== undefined) {
    const topic = values.get("topic") ?? values.get("subject");
    return { conversation: await channelById(caller, Number.parseInt(channel, 10), topic), ...message };
  }
  const people = values.get("dm") ?? values.get("pm-with");
  if (people !== undefined) {
    const ids = people.replace(/-.*$/, "").split(",").map(Number);
    return { conversation: directWith(caller, ids.filter(Number.isSafeInteger)), ...message };
  }
  if ("message" in message) return { conversation: await conversationOf(caller, near), ...message };
  throw new ToolError(HOW);
}

const decodeLinkPart = (value: string): string => decodedUri(value) ?? raise(new ToolError("The link cannot be read."));

async function byResource(caller: Caller, kind: string, path: string): Promise<ConversationReference> {
  if (kind === "message") {
    const message = Number(path);
    return { conversation: await conversationOf(caller, message), message };
  }
  if (kind === "dm") return { conversation: directWith(caller, path.split(",").map(Number)) };
  const [, id, topic] = /^(\d+)(?:\/topic\/(.*))?$/.exec(path) ?? [];
  if (kind !== "channel" || id === undefined) throw new ToolError(HOW);
  return {
    conversation: await channelById(caller, Number(id), topic === undefined ? undefined : decodeLinkPart(topic)),
  };
}

export interface Placed {
  readonly type: string;
  readonly stream_id?: number;
  readonly display_recipient: string | readonly { readonly id: number; readonly full_name: string }[];
  readonly subject: string;
}

async function conversationOf(caller: Caller, id: number): Promise<Conversation> {
  if (!Number.isSafeInteger(id)) throw new ToolError(HOW);
  const fields = { allow_empty_topic_name: true, apply_markdown: false };
  const { message } = await callEndpoint<{ message: Placed }>(caller, `GET /messages/${id}`, fields);
  return conversationOfMessage(caller, message);
}

export const conversationOfMessage = (
  caller: Caller,
  { stream_id, display_recipient, subject }: Placed,
): Conversation =>
  typeof display_recipient === "string"
    ? { kind: "channel", id: stream_id ?? 0, name: display_recipient, topic: subject }
    : directWith(
        caller,
        display_recipient.map(({ id }) => id),
      );

export function narrowOf(conversation: Conversation, { user_id }: Caller): readonly Term[] {
  if (conversation.kind === "direct") {
    return [{ operator: "dm", operand: conversation.others.length === 0 ? [user_id] : conversation.others }];
  }
  const channel = { operator: "channel", operand: conversation.id };
  return conversation.topic === undefined ? [channel] : [channel, { operator: "topic", operand: conversation.topic }];
}

export function conversationTarget(conversation: Conversation, { user_id }: Caller) {
  if (conversation.kind === "direct") {
    return { type: "direct", to: conversation.others.length === 0 ? [user_id] : conversation.others };
  }
  return { type: "channel", to: conversation.id, topic: conversation.topic ?? "" };
}

/** Returns a conversation's name in the form in which the tools accept it. */
export function conversationName(conversation: Conversation): string {
  if (conversation.kind === "direct") return `dm:${conversation.others.join(",")}`;
  const { name, topic } = conversation;
  const channel = `#${inOneLine(name)}`;
  return topic === undefined ? channel : `${channel} > ${inOneLine(topic) || "(no topic)"}`;
}

/** Returns the error for a topic without messages, which lists the channel's topics. */
export async function noSuchTopic(caller: Caller, id: number, topic: string): Promise<ToolError> {
  const { topics } = await callEndpoint<{ topics: { name: string }[] }>(caller, `GET /users/me/${id}/topics`);
  const names = topics.map((one) => one.name);
  return new ToolError(`There is no topic ${JSON.stringify(inOneLine(topic))} there.${suggestions(names, topic)}`);
}
