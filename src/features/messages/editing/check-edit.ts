import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { checkTopicPolicy } from "../messages/send/channel-permissions.ts";
import { accessMessageToChange, type ChangeableMessage } from "../messages/store/access-to-change.ts";
import { isWidget } from "../widgets/widgets.ts";
import { checkMayEditContent, checkMayMove } from "./access.ts";
import type { EditRequest, Move } from "./edit-request.ts";
import { readMove } from "./plan-move.ts";

/** A change of a message that may be made, as far as can be told without its content. */
export interface Edit {
  readonly message: ChangeableMessage;
  readonly request: EditRequest;
  readonly move: Move | undefined;
}

/** Refuses in the order of messages.md 7. */
export function readEdit(realm: Realm, actor: Actor, request: EditRequest): Edit {
  const message = accessMessageToChange(realm, actor, request.message_id);
  const { content, stream_id, topic, propagate_mode } = request;
  if (content !== undefined) checkMayEditContent(realm, actor, message.place);
  const { channel, place } = message;
  if (channel === undefined) {
    if (stream_id !== undefined) throw badRequest("Direct messages cannot be moved to channels.");
    if (topic !== undefined) throw badRequest("Direct messages cannot have topics.");
  }
  const move = channel && readMove(realm, actor, { place, channel }, request);
  if (content === undefined && move === undefined) throw badRequest("Nothing to change");
  if (move === undefined && propagate_mode !== "change_one") {
    throw badRequest("Invalid propagate_mode without topic edit");
  }
  if (move !== undefined) checkTopicPolicy(realm, move.to.channel, move.to.topic);
  if (move?.changesChannel && content !== undefined) {
    throw badRequest("Cannot change message content while changing channel");
  }
  if (content !== undefined && isWidget(realm, place.id)) throw badRequest("Widgets cannot be edited.");
  if (move !== undefined) checkMayMove(realm, actor, move);
  return { message, request, move };
}
