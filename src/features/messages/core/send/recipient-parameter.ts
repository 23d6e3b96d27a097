import type { Actor } from "../../../../protocol/actor.ts";
import { ApiError, badRequest, channelDoesNotExist } from "../../../../protocol/errors.ts";
import { toChannelId } from "../../../../protocol/ids.ts";
import { nameKey } from "../../../../protocol/name-key.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { tryForeignJson } from "../../../../util/foreign-json.ts";
import { hasMetadataAccess, isClosedTo } from "../../../channels/channels/access.ts";
import { type Channel, channelIndex } from "../../../channels/channels/channels.ts";
import { accessUser, accessUserByEmail } from "../../../organization/accounts/access.ts";
import type { User } from "../../../organization/accounts/accounts.ts";
import { mayAddressChannel, notAuthorizedToSend } from "./channel-permissions.ts";

type Reference = number | string;
/** The parameter `to`: a channel by name or id, or users by email or id. */
export type RecipientParameter = Reference | readonly Reference[];

/** Parses the parameter `to` (messages.md 2): as JSON if it is valid JSON, otherwise as a bare name or emails. */
export function parseRecipientParameter(to: string): RecipientParameter {
  const value = tryForeignJson(to);
  if (typeof value === "string" || Number.isSafeInteger(value)) return value as Reference;
  if (!Array.isArray(value)) return to;
  const list: unknown[] = value;
  if (list.every((item) => Number.isSafeInteger(item))) return list as number[];
  if (list.every((item) => typeof item === "string")) return list as string[];
  const isMixed = list.every((item) => typeof item === "string" || Number.isSafeInteger(item));
  throw badRequest(
    isMixed ? "Recipient lists may contain emails or user IDs, but not both." : "Invalid data type for recipients",
  );
}

/** Returns the channel named by `to`. A channel that the sender can't see is rejected as if it didn't exist. */
export function recipientChannel(realm: Realm, actor: Actor, to: RecipientParameter): Channel {
  const [reference, ...others] = [to].flat();
  if (reference === undefined || others.length > 0) throw badRequest("Expected exactly one channel");
  const { byId, byName } = channelIndex(realm);
  const isId = typeof reference === "number";
  const channel = isId ? byId.get(toChannelId(reference)) : byName.get(nameKey(reference));
  if (channel === undefined || isClosedTo(realm, actor, channel))
    throw channelDoesNotExist(isId ? { stream_id: reference } : { stream: reference });
  if (!hasMetadataAccess(realm, actor, channel) && !mayAddressChannel(realm, actor, channel)) {
    throw isId ? channelDoesNotExist({ stream_id: reference }) : notAuthorizedToSend(reference);
  }
  return channel;
}

export function recipientUsers(realm: Realm, actor: Actor, to: RecipientParameter): User[] {
  const list = typeof to === "string" ? addresses(to) : [to].flat();
  if (list.length === 0) throw badRequest("Message must have recipients");
  return [...new Set(list)].map((reference) => recipientUser(realm, actor, reference));
}

const addresses = (text: string) =>
  text
    .split(",")
    .map((email) => email.trim())
    .filter((email) => email !== "");

function recipientUser(realm: Realm, actor: Actor, reference: Reference): User {
  try {
    return typeof reference === "number"
      ? accessUser(realm, actor, reference)
      : accessUserByEmail(realm, actor, reference.trim());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw badRequest(typeof reference === "number" ? `Invalid user ID ${reference}` : `Invalid email '${reference}'`);
  }
}
