import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkCount } from "../../../protocol/quota.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import type { Channel } from "../../channels/channels/channels.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { CHANNEL_TOKEN_BYTES } from "./mail-address.ts";
import { toBase32 } from "./reply-tokens.ts";
import * as rows from "./rows.ts";

/** Owner of a channel's email address, and the account that posts messages sent to it. */
interface AddressOwner {
  readonly channel: Pick<Channel, "id">;
  readonly creator: UserId;
  readonly sender: UserId;
}

/** Returns the token of a user's email address for a channel, created on first use (webhooks.md 6). */
export function channelToken(realm: Realm, { channel: { id: channel }, creator, sender }: AddressOwner): string {
  const known = rows.addressToken.first(realm.sql, { creator, channel, sender });
  if (known !== undefined) return known.token;
  const { count } = rows.countAddresses.one(realm.sql, { creator });
  checkCount(count + 1, limits.account.mail_addresses, "addresses for mail");
  const token = newToken(realm);
  rows.insertAddress.run(realm.sql, { hash: hashKey(token), token, channel, creator, sender });
  return token;
}

/** Returns the owner of a token's address, or undefined if the address doesn't exist or was revoked. */
export const ownerOfToken = (realm: Realm, token: string) =>
  rows.addressByHash.first(realm.sql, { hash: hashKey(token) });

/** Revokes an address. If `sender` is null, there is none to revoke. */
export function endAddress(
  realm: Realm,
  { channel, creator, sender }: Omit<AddressOwner, "sender"> & { readonly sender: UserId | null },
): void {
  if (sender !== null) rows.deleteAddress.run(realm.sql, { channel: channel.id, creator, sender });
}

export const endAddressesOfChannel = (realm: Realm, { id: channel }: Pick<Channel, "id">): void =>
  rows.deleteAddressesOfChannel.run(realm.sql, { channel });

/** Revokes the addresses of an account that is deactivated, and other users' addresses that post in its name. */
export const endAddressesOf = (realm: Realm, { id: user }: Pick<User, "id">): void =>
  rows.deleteAddressesOfUser.run(realm.sql, { user });

/** Creates a token from the organization's number and 96 random bits. */
function newToken(realm: Realm): string {
  const { realm: width, secret } = CHANNEL_TOKEN_BYTES;
  const bytes = Buffer.alloc(width + secret);
  bytes.writeUIntBE(realm.id, 0, width);
  bytes.set(realm.random.bytes(secret), width);
  return toBase32(bytes);
}
