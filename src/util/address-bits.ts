/**
 * Returns the bits of a dotted IPv4 address, prefixed with a marker of the address family, or undefined for any other
 * string.
 */
export function bitsOfIpv4(host: string): string | undefined {
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(host)) return undefined;
  return `4:${host.split(".").map(bitsOf(8)).join("")}`;
}

/** Returns the bits of an IPv6 address in the form of URL parsers: hexadecimal, with at most one `::`. */
export function bitsOfIpv6(address: string): string | undefined {
  const [head = "", tail] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  if (!/^[\da-f:]+$/.test(address)) return undefined;
  const groups = tail === undefined ? [...head] : [...head, ...zeros(8 - head.length - tail.length), ...tail];
  return groups.length === 8 ? `6:${groups.map((group) => bitsOf(16)(`0x${group}`)).join("")}` : undefined;
}

const zeros = (count: number): string[] => Array.from({ length: Math.max(0, count) }, () => "0");

const bitsOf = (width: number) => (number: string) => Number(number).toString(2).padStart(width, "0");
