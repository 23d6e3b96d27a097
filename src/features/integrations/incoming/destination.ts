import type { Actor } from "../../../protocol/actor.ts";
import { ApiError, badRequest, channelDoesNotExist } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Channel, subscribersOf } from "../../channels/channels/channels.ts";
import { checkMayPost } from "../../messages/messages/send/channel-permissions.ts";
import { checkMaySendDirect } from "../../messages/messages/send/direct-permissions.ts";
import { recipientChannel } from "../../messages/messages/send/recipient-parameter.ts";
import { accessUser } from "../../organization/users/access.ts";

/** The parameter `stream`: a channel's name, or its id where it is all digits (webhooks.md 1). */
export type ChannelParameter = string | number;

export const channelParameter = (stream: string): ChannelParameter =>
  /^\d{1,15}$/.test(stream) ? Number(stream) : stream;

/** A channel, whose topic each message says, or the members of a direct conversation. */
export type DeliveryDestination =
  | { readonly kind: "channel"; readonly channel: Channel }
  | { readonly kind: "direct"; readonly members: readonly UserId[] };

interface FoundDestination {
  readonly destination: DeliveryDestination | null;
  /** The note about it for the owner. */
  readonly note?: string;
  /** The reason why there is none; absent where the sender is told that all is well. */
  readonly problem?: ApiError;
}

/** Finds where a delivery's messages go. */
export function destinationOfDelivery(
  realm: Realm,
  actor: Actor,
  { channel: parameter }: { readonly channel: ChannelParameter | undefined },
  owner: UserId,
): FoundDestination {
  if (parameter === undefined) {
    checkMaySendDirect(realm, actor, [accessUser(realm, null, owner)]);
    return { destination: { kind: "direct", members: [...new Set([actor.user_id, owner])] } };
  }
  const channel = knownChannel(realm, actor, parameter);
  if (channel instanceof ApiError) {
    const note = `It is to post in the channel ${named(parameter)}, which does not exist.`;
    // The sender of an unknown name is told that all is well: it would only stop sending.
    return { destination: null, note, ...(typeof parameter === "number" && { problem: channel }) };
  }
  try {
    checkMayPost(realm, actor, channel);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problem = badRequest(`Not authorized to send to channel '${parameter}'`);
    return { destination: null, problem, note: `It can't post in the channel ${named(parameter)}.` };
  }
  const destination = { kind: "channel", channel } as const;
  if (subscribersOf(realm, channel.id).size > 0) return { destination };
  return { destination, note: `It posts in the channel ${named(parameter)}, which has no subscribers.` };
}

const named = (channel: ChannelParameter) =>
  typeof channel === "number" ? `with ID ${channel}` : `“${channel.replace(/[*`\n]/g, "")}”`;

/** The channel, or that there is none as far as the sender may know. */
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
