import type { Actor } from "../../../protocol/actor.ts";
import { raise } from "../../../protocol/errors.ts";
import type { ChannelId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Json } from "../../../util/canonical.ts";
import type { AuditAction } from "../../trust/audit-log/actions.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { type Channel, channelEntity, channelIndex } from "../channels/channels.ts";
import { postChannelEvent } from "../subscriptions/notices.ts";

export interface ChannelChange {
  readonly realm: Realm;
  readonly actor: Actor;
  readonly id: ChannelId;
}

export const currentChannel = ({ realm, id }: ChannelChange): Channel =>
  channelIndex(realm).byId.get(id) ?? raise(new Error(`no channel ${id}`));

export const auditChange = (change: ChannelChange, action: AuditAction, details: Readonly<Record<string, Json>> = {}) =>
  audit(change.realm, action, { of: channelEntity(currentChannel(change)), details });

/** Posts a message to the channel about what the user did (`did`), unless the channel is archived. */
export function postChange(change: ChannelChange, did: string): void {
  const channel = currentChannel(change);
  if (channel.is_archived === 0) postChannelEvent(change.realm, change.actor, channel, did);
}
