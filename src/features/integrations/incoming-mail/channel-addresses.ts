import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkCount } from "../../../protocol/stock.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import type { Channel } from "../../channels/channels/channels.ts";
import type { User } from "../../organization/users/users.ts";
import { toBase32 } from "./base32.ts";
import { CHANNEL_TOKEN_BYTES } from "./mail-address.ts";
import {
  addressByHash,
  addressOf,
  countAddresses,
  deleteAddress,
  deleteAddressesOfChannel,
  deleteAddressesOfUser,
  insertAddress,
} from "./rows.ts";

/** The owner of a channel's address, and the account in whose name messages are that come by it. */
interface AddressOwner {
  readonly channel: Pick<Channel, "id">;
  readonly creator: UserId;
  readonly sender: UserId;
}

/** The token of somebody's address of a channel, which is made when it is first asked for (webhooks.md 6). */
export function channelToken(realm: Realm, { channel: { id: channel }, creator, sender }: AddressOwner): string {
  const known = addressOf.first(realm.sql, { creator, channel, sender });
  if (known !== undefined) return known.token;
  const { count } = countAddresses.one(realm.sql, { creator });
  checkCount(count + 1, limits.account.mail_addresses, "addresses for mail");
  const token = newToken(realm);
  insertAddress.run(realm.sql, { hash: hashKey(token), token, channel, creator, sender });
  return token;
}

/** The owner of a token's address; undefined where there is no such address, or no longer. */
export const ownerOfToken = (realm: Realm, token: string) => addressByHash.first(realm.sql, { hash: hashKey(token) });

/** Ends an address; there is nothing to do where it has no sender. */
export function endAddress(
  realm: Realm,
  { channel, creator, sender }: Omit<AddressOwner, "sender"> & { readonly sender: UserId | null },
): void {
  if (sender !== null) deleteAddress.run(realm.sql, { channel: channel.id, creator, sender });
}

export const endAddressesOfChannel = (realm: Realm, { id: channel }: Pick<Channel, "id">): void =>
  deleteAddressesOfChannel.run(realm.sql, { channel });

/** Ends the addresses of an account that is no longer in use, and those with which others wrote in its name. */
export const endAddressesOf = (realm: Realm, { id: user }: Pick<User, "id">): void =>
  deleteAddressesOfUser.run(realm.sql, { user });

/** The organization's number, and 96 random bits. */
function newToken(realm: Realm): string {
  const { realm: width, secret } = CHANNEL_TOKEN_BYTES;
  const bytes = Buffer.alloc(width + secret);
  bytes.writeUIntBE(realm.id, 0, width);
  bytes.set(realm.random.bytes(secret), width);
  return toBase32(bytes);
}
