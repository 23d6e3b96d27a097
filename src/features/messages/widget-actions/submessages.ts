import type { Actor } from "../../../protocol/actor.ts";
import type { DecidedPart } from "../../../protocol/submessage.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { followForParticipant } from "../core/send/follow-topics.ts";
import { watchersOf } from "../core/store/message-watchers.ts";
import type { Widget } from "../widgets/widget.ts";
import { attachWidget, replaceWidget, type Submessage, storeSubmessage } from "../widgets/widgets.ts";
import { submessageAdded } from "./events.ts";

/** Adds an actor's submessage to a widget, and sends its event to the message's watchers (messages.md 16). */
export function addSubmessage(realm: Realm, actor: Actor, place: MessageIndexRow, content: string): void {
  const added = { message: place.id, author: place.sender_id, sender: actor.user_id, content };
  const stored = storeSubmessage(realm, added);
  if (!actor.is_bot) followForParticipant(realm, actor.user_id, place);
  emitAdded(realm, place, stored);
}

/**
 * Shows the outcome of a request, such as declined or expired, below the server's message that asked for the decision.
 */
export const addDecision = (realm: Realm, place: MessageIndexRow, decided: DecidedPart): void =>
  emitAdded(realm, place, attachWidget(realm, { message: place.id, sender: place.sender_id }, decided));

/** Replaces or removes the buttons below a bot's message. */
export const showWidget = (realm: Realm, place: MessageIndexRow, widget: Widget | null): void =>
  emitAdded(realm, place, replaceWidget(realm, { message: place.id, sender: place.sender_id }, widget));

function emitAdded(realm: Realm, place: MessageIndexRow, { id: submessage_id, ...submessage }: Submessage): void {
  const watchers = watchersOf(realm, [place]);
  realm.emit(submessageAdded({ ...submessage, submessage_id }), { includes: (user) => watchers.has(user) });
}
