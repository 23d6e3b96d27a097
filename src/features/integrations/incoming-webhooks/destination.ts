import type { Actor } from "../../../protocol/actor.ts";
import { ApiError, badRequest, channelDoesNotExist, refusalOf } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Channel, subscribersOf } from "../../channels/channels/channels.ts";
import { checkMayPost } from "../../messages/core/send/channel-permissions.ts";
import { checkMaySendDirect } from "../../messages/core/send/direct-permissions.ts";
import { recipientChannel } from "../../messages/core/send/recipient-parameter.ts";
import { accessUser } from "../../organization/accounts/access.ts";

/** The parameter `stream`: a channel name, or an id if it is all digits (webhooks.md 1). */
export type ChannelParameter = string | number;

export const channelParameter = (stream: string): ChannelParameter =>
  /^\d{1,15}$/.test(stream) ? Number(stream) : stream;

/** A channel (each message has its own topic), or the members of a direct conversation. */
export type DeliveryDestination =
  | { readonly kind: "channel"; readonly channel: Channel }
  | { readonly kind: "direct"; readonly members: readonly UserId[] };

interface FoundDestination {
  readonly destination: DeliveryDestination | null;
  /** Note to the owner about the destination. */
  readonly note?: string;
  /** Why there is no destination. Absent if the sender gets a success response anyway. */
  readonly problem?: ApiError;
}

export function destinationOfDelivery(
  realm: Realm,
  actor: Actor,
  parameter: ChannelParameter | undefined,
  owner: UserId,
): FoundDestination {
  if (parameter === undefined) {
    checkMaySendDirect(realm, actor, [accessUser(realm, null, owner)]);
    return { destination: { kind: "direct", members: [...new Set([actor.user_id, owner])] } };
  }
  const channel = knownChannel(realm, actor, parameter);
  if (channel instanceof ApiError) {
    const note = `It is to post in the channel ${describeChannel(parameter)}, which does not exist.`;
    // For an unknown name, the sender gets a success response. Otherwise, it might stop sending for good.
    return { destination: null, note, ...(typeof parameter === "number" && { problem: channel }) };
  }
  if (refusalOf(() => checkMayPost(realm, actor, channel)) !== undefined) {
    const problem = badRequest(`Not authorized to send to channel '${parameter}'`);
    return { destination: null, problem, note: `It can't post in the channel ${describeChannel(parameter)}.` };
  }
  const destination = { kind: "channel", channel } as const;
  if (subscribersOf(realm, channel.id).size > 0) return { destination };
  return { destination, note: `It posts in the channel ${describeChannel(parameter)}, which has no subscribers.` };
}

const describeChannel = (channel: ChannelParameter) =>
  typeof channel === "number" ? `with ID ${channel}` : `“${channel.replace(/[*`\n]/g, "")}”`;

/** Returns the channel, or the error that hides it from a sender without access. */
function knownChannel(realm: Realm, actor: Actor, parameter: ChannelParameter): Channel | ApiError {
  try {
    return recipientChannel(realm, actor, parameter);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "STREAM_DOES_NOT_EXIST") return error;
    if (typeof parameter === "number") return channelDoesNotExist({ stream_id: parameter });
    throw error;
  }
}
