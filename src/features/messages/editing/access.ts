import { createHash } from "node:crypto";
import { type Actor, isModerator } from "../../../protocol/actor.ts";
import { ApiError, badRequest } from "../../../protocol/errors.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import type { ChannelPermissionName } from "../../../protocol/permission-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import { seconds } from "../../../util/time.ts";
import { hasChannelPermission } from "../../channels/channels/access.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { ALL_IDS } from "../../conversations/topics.ts";
import { permits, realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { checkMayPost } from "../core/send/channel-permissions.ts";
import { readablePlaces } from "../core/store/readable-places.ts";
import { sentTimesOf } from "../core/store/stored-content.ts";
import type { StoredMessage } from "../core/store/stored-message.ts";
import type { Move } from "./edit-request.ts";

/** Extra time for edits after the limit, because they may have been started in time. */
const EDIT_GRACE_PERIOD = seconds(20);

const mayNotEdit = () => badRequest("You don't have permission to edit this message");

/** Throws for edits of another user's text, and for any text if the organization disabled editing (messages.md 7). */
export function checkMayEditContent(realm: Realm, actor: Actor, { sender_id }: MessageIndexRow): void {
  if (!realmSettings(realm).allow_message_editing) {
    throw badRequest("Your organization has turned off message editing");
  }
  if (sender_id !== actor.user_id) throw mayNotEdit();
}

/** Throws if the time limit has passed, or if the text isn't the one its author last saw. */
export function checkContentEdit(realm: Realm, { sent_at, content }: StoredMessage, seen: string | undefined): void {
  const limit = realmSettings(realm).message_content_edit_limit_seconds;
  if (limit !== null && realm.seconds() - sent_at > limit + EDIT_GRACE_PERIOD) {
    throw badRequest("The time limit for editing this message has passed");
  }
  if (seen !== undefined && seen.toLowerCase() !== createHash("sha256").update(content).digest("hex")) {
    throw new ApiError({
      code: "EXPECTATION_MISMATCH",
      msg: "'prev_content_sha256' value does not match the expected value.",
    });
  }
}

/** Throws if the user can't make a move, regardless of the messages' age. */
export function checkMayMove(realm: Realm, actor: Actor, move: Move): void {
  const { from, to, changesTopic, changesChannel, resolution } = move;
  const inEither = (name: ChannelPermissionName) =>
    [from, to].some(({ channel }) => hasChannelPermission(realm, actor, channel, name));
  if (resolution !== null) {
    if (!permits(realm, actor, "can_resolve_topics_group") && !inEither("can_resolve_topics_group")) {
      throw badRequest("You don't have permission to resolve topics in this channel.");
    }
  } else if (changesTopic) {
    const mayAnywhere = permits(realm, actor, "can_move_messages_between_topics_group");
    if (!mayAnywhere && !inEither("can_move_messages_within_channel_group")) throw mayNotEdit();
  }
  if (!changesChannel) return;
  const mayAnywhere = permits(realm, actor, "can_move_messages_between_channels_group");
  if (!mayAnywhere && !hasChannelPermission(realm, actor, from.channel, "can_move_messages_out_of_channel_group")) {
    throw badRequest("You don't have permission to move this message");
  }
  checkMayPost(realm, actor, to.channel);
}

/** Newest messages whose age is checked if a whole topic is moved. */
const MAX_CHECKED = 5000;

/**
 * Returns the messages whose age matters for a move (messages.md 7). None for moderators, who can move old messages.
 */
function messagesToDate(realm: Realm, actor: Actor, { mode, target, from }: Move): MessageId[] {
  if (isModerator(actor)) return [];
  if (mode !== "change_all") return [target];
  return readablePlaces(realm, actor, from, { span: ALL_IDS, most: MAX_CHECKED }).places.map(({ id }) => id);
}

/** Returns the messages to load for a move: those moved in its first step, and those whose age matters. */
export const messagesNeededFor = (realm: Realm, actor: Actor, move: Move): MessageId[] => [
  ...new Set([
    ...move.places.map(({ id }) => id),
    ...(isModerator(actor) ? [] : [move.oldest]),
    ...messagesToDate(realm, actor, move),
  ]),
];

/** Throws if messages are too old to be moved (messages.md 7). The messages from `messagesNeededFor` must be loaded. */
export function checkMoveTimes(realm: Realm, actor: Actor, move: Move): void {
  if (isModerator(actor)) return;
  const settings = realmSettings(realm);
  const limits = [
    {
      name: "topic",
      applies: move.changesTopic && move.resolution === null,
      seconds: settings.move_messages_within_stream_limit_seconds,
    },
    { name: "channel", applies: move.changesChannel, seconds: settings.move_messages_between_streams_limit_seconds },
  ];
  const [strictest] = limits
    .flatMap(({ name, applies, seconds }) => (applies && seconds !== null ? [{ name, seconds }] : []))
    .sort((a, b) => a.seconds - b.seconds);
  if (strictest === undefined) return;
  const since = realm.seconds() - strictest.seconds - EDIT_GRACE_PERIOD;
  const ids = messagesToDate(realm, actor, move);
  const times = sentTimesOf(realm, [...ids, move.oldest]);
  if (move.mode !== "change_all") {
    const sentAt = times.get(move.target) ?? 0;
    if (sentAt < since) throw badRequest(`The time limit for editing this message's ${strictest.name} has passed.`);
    return;
  }
  if ((times.get(move.oldest) ?? 0) >= since) return;
  const allowed = ids.filter((id) => (times.get(id) ?? 0) >= since);
  const [first] = allowed;
  if (first === undefined) throw badRequest("The time limit for moving this topic has passed.");
  throw moveLimitExceeded(first, allowed.length, move.total);
}

const moveLimitExceeded = (first: number, allowed: number, total: number) =>
  new ApiError({
    code: "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
    msg: `You only have permission to move the ${allowed}/${total} most recent messages in this topic.`,
    extra: {
      first_message_id_allowed_to_move: first,
      total_messages_in_topic: total,
      total_messages_allowed_to_move: allowed,
    },
  });
