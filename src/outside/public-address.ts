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

/** The bits of an IPv4 address, with a mark of its kind in front. The URL parser has made four decimals of other forms. */
function bitsOfIpv4(host: string): string | undefined {
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(host)) return undefined;
  return `4:${host.split(".").map(bitsOf(8)).join("")}`;
}

/** The bits of an IPv6 address as the URL parser writes it: in hexadecimal, shortened in one place. */
function bitsOfIpv6(address: string): string | undefined {
  const [head = "", tail] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  if (!/^[\da-f:]+$/.test(address)) return undefined;
  const groups = tail === undefined ? [...head] : [...head, ...zeros(8 - head.length - tail.length), ...tail];
  return groups.length === 8 ? `6:${groups.map((group) => bitsOf(16)(`0x${group}`)).join("")}` : undefined;
}

const zeros = (count: number): string[] => Array.from({ length: Math.max(0, count) }, () => "0");

const bitsOf = (width: number) => (number: string) => Number(number).toString(2).padStart(width, "0");

/** The beginnings that the bits of addresses have in networks that are not public, or not one place in it. */
const PRIVATE = ranges.map((range) => {
  const [address = "", length = ""] = range.split("/");
  const bits = bitsOfIpv6(address) ?? bitsOfIpv4(address) ?? "";
  return bits.slice(0, 2 + Number(length));
});
