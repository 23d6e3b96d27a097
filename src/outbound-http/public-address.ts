import { bitsOfIpv4, bitsOfIpv6 } from "../util/address-bits.ts";
import ranges from "./private-ranges.json" with { type: "json" };

/**
 * True if a URL's host can be on the public internet. Exact for IP addresses. For names, only rules out those that
 * always mean a private network; what they resolve to is checked on connecting.
 */
export function mayBePublic({ hostname }: URL): boolean {
  const host = hostname.replace(/\.$/, "");
  const bits = host.startsWith("[") ? bitsOfIpv6(host.slice(1, -1)) : bitsOfIpv4(host);
  if (bits !== undefined) return !PRIVATE.some((prefix) => bits.startsWith(prefix));
  return host.includes(".") && !host.startsWith("[") && !PRIVATE_NAMES.test(host);
}

/** Names outside the public DNS (RFC 6761, 6762, 8375, 9476, ICANN's `internal`, and router defaults). */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa|onion|alt)$/;

/** Address prefixes, in bits, of networks that aren't public or aren't a single place. */
const PRIVATE = ranges.map((range) => {
  const [address = "", length = ""] = range.split("/");
  const bits = bitsOfIpv6(address) ?? bitsOfIpv4(address) ?? "";
  return bits.slice(0, 2 + Number(length));
});
