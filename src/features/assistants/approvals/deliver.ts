import type { Markup, Rendered } from "../../../markup/index.ts";
import type { Actor, Grant } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Destination } from "../../messages/core/send/destination.ts";
import { postMessage } from "../../messages/core/send/post-message.ts";
import type { Repeating } from "../../messages/scheduled-messages/recurrence.ts";
import { scheduleMessage } from "../../messages/scheduled-messages/scheduled-messages.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import type { WriteResult } from "./results.ts";

export interface ReadyMessage {
  readonly destination: Destination;
  readonly rendered: Rendered;
  readonly content: string;
  readonly markup: Markup;
  readonly client: string;
  readonly due: Repeating | undefined;
}

export function deliver(
  realm: Realm,
  { actor, grant }: { readonly actor: Actor; readonly grant: Pick<Grant, "id" | "name" | "approval"> },
  { destination, rendered, content, markup, client, due }: ReadyMessage,
  { tool, approval }: { readonly tool: string; readonly approval: "none" | "client" | "reaction" },
): WriteResult {
  if (due !== undefined) {
    const by = { ...grant, approval: approval === "none" ? grant.approval : "all" } as const;
    const message = { place: destination, content, markup, rendered, client, readBySender: false, due, grant: by };
    const id = scheduleMessage(realm, actor, message);
    const of = { type: "user", id: actor.user_id } as const;
    audit(realm, "assistant.write", { of, details: { grant_id: grant.id, tool, approval, scheduled_message: id } });
    return { state: "scheduled", scheduled_message_id: id };
  }
  const sender = accessUser(realm, null, actor.user_id);
  const { id } = postMessage(realm, { sender, destination, content, rendered, client, readBySender: false, grant });
  audit(realm, "assistant.write", {
    of: { type: "message", id },
    details: { grant_id: grant.id, tool, approval, ...placeIds(destination) },
  });
  return { state: "sent", message_id: id };
}

/** Returns the ids of a destination for the audit log, without names and topics. */
const placeIds = (destination: Destination) =>
  destination.kind === "channel" ? { channel: destination.channel.id } : { members: [...destination.members] };
