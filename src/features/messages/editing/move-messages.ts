import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hasContentAccess } from "../../channels/channels/access.ts";
import { moveTopicPreferences } from "../../channels/topic-visibility/move-preferences.ts";
import { findTopic, hasMessages, newestOfTopic } from "../../conversations/topics.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { readableSpans } from "../core/store/access.ts";
import { withContentInRealm } from "../core/store/access-to-change.ts";
import { editedBy } from "../core/store/message-object.ts";
import type { Move } from "./edit-request.ts";
import type { ContentChange } from "./events.ts";
import { topicMovedHook } from "./hooks.ts";
import { postMoveNotices, postResolution } from "./move-notices.ts";
import { moveRemainingLater } from "./move-remaining-job.ts";
import { runMoveStep } from "./move-step.ts";

/** Moves messages, with all effects in the order that clients rely on (register-and-events.md 6). */
export function moveMessages(realm: Realm, actor: Actor, move: Move, content: ContentChange | undefined): void {
  const { to, resolution, changesChannel } = move;
  const places = withContentInRealm(realm, move.places);
  const from = { channel: move.from.channel, topic: move.from.topic.name };
  const there = findTopic(realm, to.channel.conversation_id, to.topic);
  const isSame = there?.id === move.from.topic.id;
  const joins = there !== undefined && !isSame && hasMessages(realm, there.id);
  const spans = readableSpans(realm, actor, to.channel);
  const joinsVisibly = joins && newestOfTopic(realm, there.id, spans) !== undefined;
  runMoveStep(realm, {
    mover: actor.user_id,
    target: move.target,
    mode: move.mode,
    places,
    from,
    to,
    countsAsMoved: resolution === null || changesChannel,
    content,
    ...editedBy(actor),
  });
  if (move.isWhole) {
    const follows = (user: Actor["user_id"]) => hasContentAccess(realm, viewerOf(realm, user), to.channel);
    moveTopicPreferences(realm, {
      from: { channel: from.channel.id, topic: from.topic },
      to: { channel: to.channel.id, topic: to.topic },
      joins,
      follows,
    });
    const moved = findTopic(realm, to.channel.conversation_id, to.topic);
    if (moved !== undefined) {
      const place = { channel: to.channel, topic: moved.id };
      realm.run(topicMovedHook, { from: { channel: from.channel, topic: move.from.topic.id }, to: place, joins });
    }
  }
  if (places.length < move.total) moveRemainingLater(realm, actor, move);
  if (isSame) return;
  if ((resolution === null || changesChannel) && places.some(({ sender_id }) => sender_id !== actor.user_id)) {
    const before = { channel: from.channel.id, topic: from.topic };
    const details = { before, after: { channel: to.channel.id, topic: to.topic }, messages: move.total };
    audit(realm, "message.moved_by_other", { of: { type: "message", id: move.target }, details });
  }
  if (resolution === null || changesChannel) postMoveNotices(realm, actor, move, { joins: joinsVisibly });
  else if (content === undefined) postResolution(realm, actor, move, resolution);
}
