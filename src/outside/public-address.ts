import { bitsOfIpv4, bitsOfIpv6 } from "../util/address-bits.ts";
import ranges from "./private-ranges.json" with { type: "json" };

/**
 * Whether the host of a URL may be an address of the public internet. Of an IP address it is known at once; of a name, only
 * whether it is one that always means a private network: what it resolves to is checked where the connection is made.
 */
export function mayBePublic({ hostname }: URL): boolean {
  const host = hostname.replace(/\.$/, "");
  const bits = host.startsWith("[") ? bitsOfIpv6(host.slice(1, -1)) : bitsOfIpv4(host);
  if (bits !== undefined) return !PRIVATE.some((prefix) => bits.startsWith(prefix));
  return host.includes(".") && !host.startsWith("[") && !PRIVATE_NAMES.test(host);
}

/** Names that are not of the public DNS (RFC 6761, 6762, 8375, 9476, ICANN's `internal`, and what routers give). */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa|onion|alt)$/;

/** The beginnings that the bits of addresses have in networks that are not public, or not one place in it. */
const PRIVATE = ranges.map((range) => {
  const [address = "", length = ""] = range.split("/");
  const bits = bitsOfIpv6(address) ?? bitsOfIpv4(address) ?? "";
  return bits.slice(0, 2 + Number(length));
});
