import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { noteFirstMessage } from "../../channels/channels/activity.ts";
import type { Channel } from "../../channels/channels/channels.ts";
import { movePlaces, oldestIn } from "../../conversations/changes.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { topicOf } from "../../conversations/topics.ts";
import { moveClaims } from "../../files/attachments/claims.ts";
import { viewerOf } from "../../organization/users/audience.ts";
import { tellDeleted } from "../deletion/tell-deleted.ts";
import { moveFlags } from "../messages/flags/move-flags.ts";
import { emitLostStars } from "../messages/flags/stars.ts";
import { messagesMovedHook } from "../messages/hooks.ts";
import { emitRead } from "../messages/read-state/mark-read.ts";
import { moveReadState } from "../messages/read-state/move-read-state.ts";
import { readerOf } from "../messages/store/access.ts";
import { type Watchers, watchersOf } from "../messages/store/message-watchers.ts";
import { linksOfTopic, writeMove } from "../messages/store/write-move.ts";
import type { ContentChange, PropagateMode } from "./events.ts";
import { tellUpdated } from "./tell-updated.ts";

/** One step of a move: messages of one topic, all at once. */
interface Shift {
  readonly mover: UserId;
  readonly target: MessageId;
  readonly mode: PropagateMode;
  readonly places: readonly MessageIndexRow[];
  readonly from: { readonly channel: Channel; readonly topic: string };
  readonly to: { readonly channel: Channel; readonly topic: string };
  /** Whether it counts as a move: that a topic is resolved does not (messages.md 7, effect 2). */
  readonly countsAsMoved: boolean;
  /** Where the target's text has changed as well. */
  readonly content?: ContentChange | undefined;
}

/** Moves messages, and tells it to all who see them, and to those who do not any more that they are gone. */
export function shift(realm: Realm, step: Shift): void {
  const { places, from, to } = step;
  const before = watchersOf(realm, places);
  const changesChannel = from.channel.id !== to.channel.id;
  const carried = changesChannel ? moveReadState(realm, from.channel, to.channel, places) : undefined;
  const moved = write(realm, step);
  if (carried !== undefined) {
    const ids = places.map(({ id }) => id);
    emitLostStars(realm, ids, before, () => moveFlags(realm, to.channel, ids, carried.unread));
  }
  const { kept, lost } = changesChannel ? sorted(realm, before, moved) : { kept: before, lost: noMessages };
  tell(realm, step, kept);
  tellDeleted(realm, { channel: from.channel.id, topic: from.topic }, lost);
  if (carried !== undefined) tellReadThere(realm, kept, carried.read);
  if (!changesChannel) return;
  const ids = places.map(({ id }) => id);
  realm.run(messagesMovedHook, ids);
  for (const { channel } of [from, to]) noteFirstMessage(realm, channel.id, oldestIn(realm, channel.conversation_id));
}

const noMessages: Watchers = new Map();

function write(realm: Realm, { mover, target, places, from, to, countsAsMoved, content }: Shift): MessageIndexRow[] {
  const conversation = to.channel.conversation_id;
  const topic = topicOf(realm, conversation, to.topic);
  const ids = places.map(({ id }) => id);
  movePlaces(realm, ids, { conversation, topic });
  if (from.channel.id !== to.channel.id) moveClaims(realm, ids, conversation);
  const channels = from.channel.id === to.channel.id ? {} : { stream: to.channel.id, prev_stream: from.channel.id };
  const edit = { user_id: mover, timestamp: realm.seconds(), ...channels };
  const text = content && { prev_content: content.orig_content, prev_rendered_content: content.orig_rendered_content };
  const destination = { conversation, channel: to.channel.id, topic: to.topic };
  const how = { renames: from.topic !== to.topic, countsAsMoved };
  const others = text === undefined ? ids : ids.filter((id) => id !== target);
  writeMove(realm, others, destination, { ...how, edit });
  if (text !== undefined) writeMove(realm, [target], destination, { ...how, edit: { ...edit, ...text } });
  return places.map((place) => ({ ...place, conversation_id: conversation, topic_id: topic }));
}

/** Who sees the messages where they are now, of those who saw them before and those who see them there; and who lost them. */
function sorted(realm: Realm, before: Watchers, moved: readonly MessageIndexRow[]): { kept: Watchers; lost: Watchers } {
  const kept = new Map(watchersOf(realm, moved));
  const lost = new Map<UserId, readonly MessageId[]>();
  const all = moved.map(({ id }) => id);
  for (const [user, ids] of before) {
    const seen = new Set(moved.filter(readerOf(realm, viewerOf(realm, user))).map(({ id }) => id));
    const gone = ids.filter((id) => !seen.has(id));
    if (gone.length > 0) lost.set(user, gone);
    const held = new Set([...(kept.get(user) ?? []), ...ids.filter((id) => seen.has(id))]);
    if (held.size > 0) kept.set(user, held.size === all.length ? all : all.filter((id) => held.has(id)));
  }
  return { kept, lost };
}

/** Tells those who see the messages still, but are not subscribed there, that none is unread any more. */
function tellReadThere(realm: Realm, kept: Watchers, read: ReadonlyMap<UserId, readonly MessageId[]>): void {
  for (const [user, ids] of kept) {
    const held = new Set(ids);
    emitRead(
      realm,
      user,
      (read.get(user) ?? []).filter((id) => held.has(id)),
    );
  }
}

function tell(realm: Realm, { mover, target, mode, from, to, content }: Shift, held: Watchers): void {
  const renames = from.topic !== to.topic;
  const changesChannel = from.channel.id !== to.channel.id;
  tellUpdated(realm, held, {
    target,
    content,
    rest: {
      user_id: mover,
      rendering_only: false,
      edit_timestamp: realm.seconds(),
      stream_id: from.channel.id,
      stream_name: from.channel.name,
      orig_subject: from.topic,
      propagate_mode: mode,
      ...(renames ? { subject: to.topic, topic_links: linksOfTopic(realm, to.topic) } : {}),
      ...(changesChannel ? { new_stream_id: to.channel.id } : {}),
    },
  });
}
