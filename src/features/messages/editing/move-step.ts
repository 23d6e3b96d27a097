import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { noteFirstMessage } from "../../channels/channels/activity.ts";
import type { Channel } from "../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { movePlaces, oldestIn } from "../../conversations/message-places.ts";
import { findOrCreateTopic } from "../../conversations/topics.ts";
import { moveClaims } from "../../files/attachments/claims.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import { moveFlags, receivedBySenders } from "../core/flags/move-flags.ts";
import { emitLostStars } from "../core/flags/stars.ts";
import { messagesMovedHook, textsLeavingHook } from "../core/hooks.ts";
import { emitRead } from "../core/read-state/mark-read.ts";
import { moveReadState } from "../core/read-state/move-read-state.ts";
import { readerOf } from "../core/store/access.ts";
import type { EditHistoryEntry } from "../core/store/message-object.ts";
import { type Watchers, watchersOf } from "../core/store/message-watchers.ts";
import { linksOfTopic, writeMove } from "../core/store/write-move.ts";
import { emitDeleted } from "../message-deletion/message-deletion.ts";
import { emitUpdated } from "./emit-updated.ts";
import type { ContentChange, PropagateMode } from "./events.ts";

interface MoveStep {
  readonly mover: UserId;
  /** The event's `message_id`. */
  readonly target: MessageId;
  readonly mode: PropagateMode;
  readonly places: readonly MessageIndexRow[];
  readonly from: { readonly channel: Channel; readonly topic: string };
  readonly to: { readonly channel: Channel; readonly topic: string };
  /** Whether the messages count as moved. They don't if their topic is only resolved (messages.md 7, effect 2). */
  readonly countsAsMoved: boolean;
  /** Edit of the target's text, if the same request changed it. */
  readonly content?: ContentChange | undefined;
  readonly assistant?: EditHistoryEntry["assistant"];
}

/** Moves messages in one change, and emits its events. Users who can no longer read them get a deletion event. */
export function runMoveStep(realm: Realm, step: MoveStep): void {
  const { places, from, to } = step;
  const before = watchersOf(realm, places);
  const changesChannel = from.channel.id !== to.channel.id;
  if (changesChannel) realm.run(textsLeavingHook, places, "moved");
  const readState = changesChannel ? moveReadState(realm, from.channel, to.channel, places) : undefined;
  const sent = changesChannel ? receivedBySenders(realm, from.channel, places) : new Map();
  const moved = write(realm, step);
  if (readState !== undefined) {
    const ids = places.map(({ id }) => id);
    emitLostStars(realm, ids, before, () => moveFlags(realm, to.channel, ids, { unread: readState.unread, sent }));
  }
  const { kept, lost } = changesChannel ? watchersAfter(realm, before, moved) : { kept: before, lost: noMessages };
  emitMoved(realm, step, kept);
  emitDeleted(realm, { channel: from.channel.id, topic: from.topic }, lost);
  if (readState !== undefined) emitReadByMove(realm, kept, readState.read);
  realm.run(
    messagesMovedHook,
    places.map(({ id }) => id),
    changesChannel,
  );
  if (!changesChannel) return;
  for (const { channel } of [from, to]) noteFirstMessage(realm, channel.id, oldestIn(realm, channel.conversation_id));
}

const noMessages: Watchers = new Map();

function write(
  realm: Realm,
  { mover, target, places, from, to, countsAsMoved, content, assistant }: MoveStep,
): MessageIndexRow[] {
  const conversation = to.channel.conversation_id;
  const topic = findOrCreateTopic(realm, conversation, to.topic);
  const ids = places.map(({ id }) => id);
  movePlaces(realm, ids, { conversation, topic });
  if (from.channel.id !== to.channel.id) moveClaims(realm, ids, conversation);
  const channels = from.channel.id === to.channel.id ? {} : { stream: to.channel.id, prev_stream: from.channel.id };
  const edit = { user_id: mover, timestamp: realm.seconds(), ...channels, ...(assistant && { assistant }) };
  const text = content && { prev_content: content.orig_content, prev_rendered_content: content.orig_rendered_content };
  const destination = { conversation, channel: to.channel.id, topic: to.topic };
  const options = { renames: from.topic !== to.topic, countsAsMoved };
  const others = text === undefined ? ids : ids.filter((id) => id !== target);
  writeMove(realm, others, destination, { ...options, edit });
  if (text !== undefined) writeMove(realm, [target], destination, { ...options, edit: { ...edit, ...text } });
  return places.map((place) => ({ ...place, conversation_id: conversation, topic_id: topic }));
}

/**
 * Returns the watchers after a move to another channel: those who can read the messages there, and those who no longer
 * can.
 */
function watchersAfter(
  realm: Realm,
  before: Watchers,
  moved: readonly MessageIndexRow[],
): { kept: Watchers; lost: Watchers } {
  const kept = new Map(watchersOf(realm, moved));
  const lost = new Map<UserId, readonly MessageId[]>();
  const all = moved.map(({ id }) => id);
  for (const [user, ids] of before) {
    const readable = new Set(moved.filter(readerOf(realm, viewerOf(realm, user))).map(({ id }) => id));
    const unreadable = ids.filter((id) => !readable.has(id));
    if (unreadable.length > 0) lost.set(user, unreadable);
    const watched = new Set([...(kept.get(user) ?? []), ...ids.filter((id) => readable.has(id))]);
    if (watched.size > 0) kept.set(user, watched.size === all.length ? all : all.filter((id) => watched.has(id)));
  }
  return { kept, lost };
}

/** Emits which messages the move marked as read, to users who can read the new channel without being subscribed. */
function emitReadByMove(realm: Realm, kept: Watchers, read: ReadonlyMap<UserId, readonly MessageId[]>): void {
  for (const [user, ids] of kept) {
    const watched = new Set(ids);
    emitRead(
      realm,
      user,
      (read.get(user) ?? []).filter((id) => watched.has(id)),
    );
  }
}

function emitMoved(realm: Realm, { mover, target, mode, from, to, content }: MoveStep, watchers: Watchers): void {
  const renames = from.topic !== to.topic;
  const changesChannel = from.channel.id !== to.channel.id;
  emitUpdated(realm, watchers, {
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
