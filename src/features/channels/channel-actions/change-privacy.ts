import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { ApiError, badRequest, insufficientPermission } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { permits, realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { accessChannel, canAdminister, hasContentAccess } from "../channels/access.ts";
import { emitChannelUpdated } from "../channels/channel-events.ts";
import { type Channel, channelNarrowedHook, writeChannel } from "../channels/channels.ts";
import { isInDefaultGroup } from "../channels/default-groups/default-groups.ts";
import { changeVisibility } from "../channels/visibility-events.ts";
import { checkWebPublic } from "../subscriptions/new-channel.ts";
import { describePrivacy } from "../subscriptions/notices.ts";
import { auditChange, type ChannelChange, currentChannel, postChange } from "./channel-change.ts";

const cannotAdminister = () =>
  new ApiError({ code: "CANNOT_ADMINISTER_CHANNEL", msg: "You do not have permission to administer this channel." });

/** Returns a channel the caller can administer (channels-topics.md 5). */
export function accessChannelToAdminister(realm: Realm, actor: Actor, id: number): Channel {
  const channel = accessChannel(realm, actor, id);
  if (!canAdminister(realm, actor, channel)) throw cannotAdminister();
  return channel;
}

/**
 * Throws if the caller lacks content access. The permission to administer a channel doesn't include content access, but
 * changes that grant it to others require it.
 */
export function checkContentAccess(realm: Realm, actor: Actor, channel: Channel): void {
  if (!hasContentAccess(realm, actor, channel)) throw badRequest("Channel content access is required.");
}

interface WantedPrivacy {
  readonly is_private: boolean | undefined;
  readonly is_web_public: boolean | undefined;
  readonly history_public_to_subscribers: boolean | undefined;
}
type Privacy = Pick<Channel, "invite_only" | "is_web_public" | "history_public_to_subscribers">;

/**
 * Changes whether a channel is private, public or web-public, and whether its history is shared (channels-topics.md 1).
 */
export function changePrivacy(change: ChannelChange, wanted: WantedPrivacy): void {
  const { realm, actor } = change;
  const channel = currentChannel(change);
  const privacy = newPrivacy(channel, wanted);
  if (isSamePrivacy(privacy, channel)) return;
  checkContentAccess(realm, actor, channel);
  if (privacy.is_web_public > channel.is_web_public) checkWebPublic(realm, actor);
  if (privacy.invite_only !== channel.invite_only) checkMayCreate(realm, actor, privacy);
  const isDefault = channel.is_default === 1 || isInDefaultGroup(realm, channel.id);
  if (privacy.invite_only === 1 && isDefault) throw badRequest("A default channel cannot be private.");
  const isForModeration = realmSettings(realm).moderation_request_channel_id === channel.id;
  if (privacy.invite_only === 0 && isForModeration) throw badRequest("Moderation request channel must be private.");
  const [before, after] = [describePrivacy(channel), describePrivacy(privacy)];
  auditChange(change, "channel.access_changed", { before, after });
  changeVisibility(realm, [channel], () => void writeChannel(realm, channel, privacy));
  emitChannelUpdated(realm, currentChannel(change), {
    property: "invite_only",
    value: privacy.invite_only === 1,
    is_web_public: privacy.is_web_public === 1,
    history_public_to_subscribers: privacy.history_public_to_subscribers === 1,
  });
  const isNarrower =
    privacy.invite_only > channel.invite_only ||
    privacy.history_public_to_subscribers < channel.history_public_to_subscribers;
  if (isNarrower) realm.run(channelNarrowedHook, channel);
  postChange(change, `turned this channel from ${before} into ${after}.`);
}

/** Throws if the caller can't create channels of this kind. Administrators can convert channels to any kind. */
function checkMayCreate(realm: Realm, actor: Actor, { invite_only }: Privacy): void {
  if (isAdministrator(actor)) return;
  const permission = invite_only === 1 ? "can_create_private_channel_group" : "can_create_public_channel_group";
  if (!permits(realm, actor, permission)) throw insufficientPermission();
}

/** Returns the new privacy. Properties that weren't sent stay as they are if compatible with those sent. */
function newPrivacy(
  channel: Privacy,
  { is_private, is_web_public, history_public_to_subscribers }: WantedPrivacy,
): Privacy {
  const isWebPublic = is_web_public ?? (channel.is_web_public === 1 && is_private !== true);
  const isPrivate = is_private ?? (channel.invite_only === 1 && !isWebPublic);
  const hasSharedHistory = history_public_to_subscribers ?? (!isPrivate || channel.history_public_to_subscribers === 1);
  if ((isWebPublic && isPrivate) || (!isPrivate && !hasSharedHistory)) throw badRequest("Invalid parameters");
  return {
    invite_only: Number(isPrivate),
    is_web_public: Number(isWebPublic),
    history_public_to_subscribers: Number(hasSharedHistory),
  };
}

const isSamePrivacy = (one: Privacy, other: Privacy) =>
  one.invite_only === other.invite_only &&
  one.is_web_public === other.is_web_public &&
  one.history_public_to_subscribers === other.history_public_to_subscribers;
