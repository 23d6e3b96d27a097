import { canPost } from "../../model/channels/channel-permissions.ts";
import { topicsPolicy } from "../../model/channels/channel-rules.ts";
import { channelById } from "../../model/channels/channels.ts";
import { manyIn, mentionsIn, type WrittenMention } from "../../model/completion/candidate.ts";
import type { UserId } from "../../model/ids.ts";
import { directLock } from "../../model/messages/message-permissions.ts";
import { systemGroup } from "../../model/people/group-members.ts";
import { hasPermission } from "../../model/people/permissions.ts";
import { isActive, userById } from "../../model/people/users.ts";
import { type Target, topicNameKey } from "../../model/routes/conversation.ts";
import type { State } from "../../model/state.ts";

/**
 * Why a message can't be sent. Kinds in `QUIET` usually resolve while the user is writing, so they aren't shown before
 * the user tries to send. Other kinds are shown immediately. The kinds are the names of their texts in the words.
 */
export type Problem =
  | { readonly kind: "empty" }
  | { readonly kind: "noTarget" }
  | { readonly kind: "noChannel" }
  | { readonly kind: "noTopic" }
  | { readonly kind: "noNewTopic" }
  | { readonly kind: "noPeople" }
  | { readonly kind: "uploading" }
  | { readonly kind: "full" }
  | { readonly kind: "tooLong"; readonly over: number }
  | { readonly kind: "topicTooLong"; readonly over: number }
  | { readonly kind: "onlyEmptyTopic" }
  | { readonly kind: "archived" }
  | { readonly kind: "mayNotPost" }
  | { readonly kind: "deactivated"; readonly names: readonly string[] }
  | { readonly kind: "directsOff" }
  | { readonly kind: "mayNotDirect" }
  | { readonly kind: "mayNotBegin" }
  | { readonly kind: "mayNotMentionAll"; readonly count: number };

const QUIET: readonly Problem["kind"][] = [
  ...(["empty", "noTarget", "noChannel", "noTopic", "noNewTopic", "noPeople", "uploading"] as const),
];

/** True if a problem is shown before the user tries to send. */
export const isLoud = ({ kind }: Problem): boolean => !QUIET.includes(kind);

/** True if a problem means that the user can't write to the target at all. */
export const forbidsWriting = ({ kind }: Problem): boolean =>
  ["archived", "mayNotPost", "directsOff", "mayNotDirect", "mayNotBegin", "deactivated"].includes(kind);

const WILDCARDS: ReadonlySet<string> = new Set(["all", "everyone", "channel", "stream"]);

const mentionsAll = (mentions: readonly WrittenMention[]) =>
  mentions.some(({ name, id, kind }) => kind === "person" && id === undefined && WILDCARDS.has(name));

/**
 * Returns the number of people that a wildcard mention would notify. Undefined if it is small or there is no such
 * mention.
 */
export function manyMentioned(state: State, target: Target | undefined, text: string): number | undefined {
  if (target?.kind !== "topic" || target.channel === undefined || !mentionsAll(mentionsIn(text))) return undefined;
  return manyIn(state, target.channel);
}

interface ComposedMessage {
  readonly target: Target | undefined;
  readonly text: string;
  readonly uploading: boolean;
  /** True if the outbox is full. */
  readonly isFull?: boolean;
  /** The keys of the channel's topics, if the user can't create others. Undefined if any topic is allowed. */
  readonly topics?: ReadonlySet<string> | undefined;
}

/** Returns the most serious reason why the message can't be sent, or undefined if it can. */
export function messageProblem(
  state: State,
  { target, text, uploading, isFull, topics }: ComposedMessage,
): Problem | undefined {
  if (target === undefined) return { kind: "noTarget" };
  const ofTarget =
    target.kind === "topic" ? topicProblem(state, target, text, topics) : directProblem(state, target.users);
  if (ofTarget !== undefined && isLoud(ofTarget)) return ofTarget;
  const over = lengthOf(text.trim()) - state.max_message_length;
  if (over > 0) return { kind: "tooLong", over };
  if (uploading) return { kind: "uploading" };
  if (text.trim() === "") return { kind: "empty" };
  if (isFull === true) return { kind: "full" };
  return ofTarget;
}

function topicProblem(
  state: State,
  { channel: id, topic }: Extract<Target, { kind: "topic" }>,
  text: string,
  topics: ReadonlySet<string> | undefined,
): Problem | undefined {
  const channel = id === undefined ? undefined : channelById(state, id);
  if (channel === undefined) return { kind: "noChannel" };
  if (channel.is_archived) return { kind: "archived" };
  if (!canPost(state, channel)) return { kind: "mayNotPost" };
  const policy = topicsPolicy(state, channel);
  const over = lengthOf(topic.trim()) - state.max_topic_length;
  if (over > 0) return { kind: "topicTooLong", over };
  if (policy === "empty_topic_only" && topic.trim() !== "") return { kind: "onlyEmptyTopic" };
  const count = manyMentioned(state, { kind: "topic", channel: channel.stream_id, topic }, text);
  if (count !== undefined && !hasPermission(state, "can_mention_many_users_group")) {
    return { kind: "mayNotMentionAll", count };
  }
  if (policy === "disable_empty_topic" && topic.trim() === "") return { kind: "noTopic" };
  return topics === undefined || topics.has(topicNameKey(topic)) ? undefined : { kind: "noNewTopic" };
}

function directProblem(state: State, users: readonly UserId[]): Problem | undefined {
  const others = users.filter((id) => id !== state.user_id);
  if (users.length === 0) return { kind: "noPeople" };
  const gone = others.filter((id) => !isActive(state, id));
  if (gone.length > 0) return { kind: "deactivated", names: gone.map((id) => userById(state, id)?.full_name ?? "") };
  const lock = directLock(state, others);
  if (lock === undefined) return undefined;
  if (lock === "begin") return { kind: "mayNotBegin" };
  const allowed = state.realm_direct_message_permission_group;
  return systemGroup(state, "role:nobody")?.id === allowed ? { kind: "directsOff" } : { kind: "mayNotDirect" };
}

/** Returns a string's length in code points, as the server measures messages and topics. */
export function lengthOf(text: string): number {
  let length = text.length;
  // A surrogate pair is one code point.
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) length -= 1;
  return length;
}
