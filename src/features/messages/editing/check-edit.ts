import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, notForPeopleOutside } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { outsideAccessOf } from "../../organization/accounts/outside-access.ts";
import { checkMayCreateTopic, checkTopicPolicy } from "../core/send/channel-permissions.ts";
import { accessMessageToChange, type ChangeableMessage } from "../core/store/access-to-change.ts";
import { isWidget } from "../widgets/widgets.ts";
import { checkMayEditContent, checkMayMove } from "./access.ts";
import type { EditRequest, Move } from "./edit-request.ts";
import { planMove } from "./plan-move.ts";

/** An edit the caller is allowed to make. Checks that need the message's content are left to `applyEdit`. */
export interface CheckedEdit {
  readonly message: ChangeableMessage;
  readonly request: EditRequest;
  readonly move: Move | undefined;
}

/** Validates a request to edit or move messages in the order of messages.md 7, without loading their content. */
export function checkEdit(realm: Realm, actor: Actor, request: EditRequest): CheckedEdit {
  const message = accessMessageToChange(realm, actor, request.message_id);
  const { content, stream_id, topic, propagate_mode } = request;
  const isMove = stream_id !== undefined || topic !== undefined;
  if (isMove && outsideAccessOf(realm, actor.user_id) !== undefined) throw notForPeopleOutside();
  if (content !== undefined) checkMayEditContent(realm, actor, message.place);
  const { channel, place } = message;
  if (channel === undefined) {
    if (stream_id !== undefined) throw badRequest("Direct messages cannot be moved to channels.");
    if (topic !== undefined) throw badRequest("Direct messages cannot have topics.");
  }
  const move = channel && planMove(realm, actor, { place, channel }, request);
  if (content === undefined && move === undefined) throw badRequest("Nothing to change");
  if (move === undefined && propagate_mode !== "change_one") {
    throw badRequest("Invalid propagate_mode without topic edit");
  }
  if (move !== undefined) checkTopicPolicy(realm, move.to.channel, move.to.topic);
  if (move?.changesChannel && content !== undefined) {
    throw badRequest("Cannot change message content while changing channel");
  }
  if (content !== undefined && isWidget(realm, place.id)) throw badRequest("Widgets cannot be edited.");
  if (move !== undefined) {
    checkMayMove(realm, actor, move);
    if (!isSameTopicResolved(move)) checkMayCreateTopic(realm, actor, move.to.channel, move.to.topic);
  }
  return { message, request, move };
}

/** Whether a move only resolves or unresolves a whole topic, which remains the same topic. */
const isSameTopicResolved = ({ resolution, mode, changesChannel }: Move): boolean =>
  resolution !== null && mode === "change_all" && !changesChannel;
