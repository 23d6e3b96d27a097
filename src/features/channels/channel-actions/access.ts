import type { Actor } from "../../../protocol/actor.ts";
import { ApiError, badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessChannel, canAdminister, hasContentAccess } from "../channels/access.ts";
import type { Channel } from "../channels/channels.ts";

const cannotAdminister = () =>
  new ApiError({ code: "CANNOT_ADMINISTER_CHANNEL", msg: "You do not have permission to administer this channel." });

/** Returns a channel the caller can administer (channels-topics.md 5). */
export function accessChannelToAdminister(realm: Realm, actor: Actor, id: number): Channel {
  const channel = accessChannel(realm, actor, id);
  if (!canAdminister(realm, actor, channel)) throw cannotAdminister();
  return channel;
}

/**
 * Throws if the caller lacks content access. Administering doesn't include it, but changes that grant content access
 * require it.
 */
export function checkContentAccess(realm: Realm, actor: Actor, channel: Channel): void {
  if (!hasContentAccess(realm, actor, channel)) throw badRequest("Channel content access is required.");
}
