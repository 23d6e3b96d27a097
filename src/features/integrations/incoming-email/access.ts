import type { Actor } from "../../../protocol/actor.ts";
import { ApiError, badRequest, insufficientPermission, notFound } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessChannel, hasChannelPermission } from "../../channels/channels/access.ts";
import { type Channel, channelIndex } from "../../channels/channels/channels.ts";
import { placesOfMessages } from "../../conversations/conversations.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { checkMayPost } from "../../messages/core/send/channel-permissions.ts";
import { type Destination, destinationOfPlace } from "../../messages/core/send/destination.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import {
  actorOf,
  findUser,
  hasSystemBot,
  insertSystemAccount,
  systemBot,
  type User,
} from "../../organization/accounts/accounts.ts";
import { isAddressDoubted } from "../../organization/accounts/authentication/credentials.ts";
import { emitUserAdded } from "../../organization/accounts/changes.ts";
import { ownerOfToken } from "./channel-addresses.ts";
import { readReplyToken } from "./reply-tokens.ts";

const GATEWAY_NAME = "email-gateway";

/** Returns the bot that posts emails to channels. It is created with the first address that needs it. */
export function gatewayBot(realm: Realm): User {
  const known = knownGatewayBot(realm);
  if (known !== undefined) return known;
  const bot = insertSystemAccount(realm, GATEWAY_NAME, "Email Gateway");
  emitUserAdded(realm, bot);
  return bot;
}

const knownGatewayBot = (realm: Realm): User | undefined =>
  hasSystemBot(realm, GATEWAY_NAME) ? systemBot(realm, GATEWAY_NAME) : undefined;

const isGatewayBot = (realm: Realm, { id }: Pick<User, "id">): boolean => knownGatewayBot(realm)?.id === id;

/** Returns a channel that the caller can get an email address for. They must be able to read it and post to it. */
export function accessChannelToMail(realm: Realm, actor: Actor, id: number): Channel {
  const channel = accessChannel(realm, actor, id, "content");
  if (!hasChannelPermission(realm, actor, channel, "can_send_message_group")) {
    throw badRequest("You do not have permission to post in this channel.");
  }
  return channel;
}

/** Returns the account that will send the messages: the gateway's own, the caller's, or one of the caller's bots. */
export function accessSender(realm: Realm, actor: Actor, id: number | undefined): User | "gateway" {
  if (id === undefined) return "gateway";
  const sender = accessUser(realm, actor, id);
  if (isGatewayBot(realm, sender)) return "gateway";
  if (sender.id !== actor.user_id && sender.bot_owner_id !== actor.user_id) throw insufficientPermission();
  if (sender.is_active === 0) throw badRequest("This bot is deactivated.");
  return sender;
}

/**
 * Returns the channel and sender of an address to revoke. The sender is null if it is the gateway bot and that doesn't
 * exist yet.
 */
export function accessOwnAddress(realm: Realm, actor: Actor, channel: number, sender: number | undefined) {
  const found = accessSender(realm, actor, sender);
  return {
    channel: accessChannel(realm, actor, channel),
    sender: found === "gateway" ? (knownGatewayBot(realm)?.id ?? null) : found.id,
  };
}

export type MailTarget = ChannelTarget | ReplyTarget;

export interface ChannelTarget {
  readonly kind: "channel";
  readonly channel: Channel;
  readonly sender: User;
  /** Account whose permissions apply: the sender, or the address's creator if the gateway posts. */
  readonly acting: Actor;
}

export interface ReplyTarget {
  readonly kind: "reply";
  readonly sender: User;
  readonly acting: Actor;
  /** Null if the conversation no longer exists. */
  readonly destination: Destination | null;
  /** Identifies the conversation at the time of the notification, even if the message was moved since. */
  readonly place: string;
}

/** In the wording that mail servers expect. */
const noSuchMailbox = () => notFound("Bad destination mailbox address");

/** Returns the destination for a token. Throws if the token is invalid, expired or revoked. */
export function accessMailTarget(realm: Realm, token: string): MailTarget {
  return channelTarget(realm, token) ?? replyTarget(realm, token);
}

function channelTarget(realm: Realm, token: string): ChannelTarget | undefined {
  const owner = ownerOfToken(realm, token);
  const channel = owner && channelIndex(realm).byId.get(owner.channel_id);
  if (owner === undefined || channel === undefined) return undefined;
  const creator = activeUser(realm, owner.creator_id);
  const sender = activeUser(realm, owner.sender_id);
  if (creator === undefined || sender === undefined) return undefined;
  const isOwn = sender.id === creator.id || sender.bot_owner_id === creator.id;
  if (!isOwn && !isGatewayBot(realm, sender)) return undefined;
  return { kind: "channel", channel, sender, acting: actorOf(isOwn ? sender : creator) };
}

/**
 * Throws if the address's owner, or the owner's bot that sends the messages, can't post in the channel. The error
 * doesn't name the channel, because everyone who sends an email to the address gets it.
 */
export function checkMayMail(realm: Realm, { acting, channel }: ChannelTarget): void {
  try {
    checkMayPost(realm, acting, channel);
  } catch (error) {
    throw error instanceof ApiError ? badRequest("Not authorized to send to this channel") : error;
  }
}

function replyTarget(realm: Realm, token: string): ReplyTarget {
  const said = readReplyToken(realm, token);
  const sender = said && activeUser(realm, said.user);
  if (said === undefined || sender === undefined || isAddressDoubted(realm, sender)) throw noSuchMailbox();
  const { conversation, topic, message } = said;
  // If the message was moved, the reply goes to its new conversation.
  const [place] = placesOfMessages(realm, [message]);
  const isKept = topic === null || topicWithId(realm, topic) !== undefined;
  const now = place ?? (isKept ? { conversation_id: conversation, topic_id: topic } : null);
  return {
    kind: "reply",
    sender,
    acting: actorOf(sender),
    destination: now && destinationOfPlace(realm, now),
    place: `${conversation}:${topic ?? 0}`,
  };
}

function activeUser(realm: Realm, id: UserId): User | undefined {
  const user = findUser(realm, id);
  return user?.is_active === 1 ? user : undefined;
}
