import type { Config } from "../config/config.ts";

/** Used as the address of all callers for whom no header contains one. */
export const NAMELESS = "unknown";
/**
 * Returns the factor for a limit per address: all unknown addresses together are allowed more than a single address.
 */
export const shareOf = (address: string): number => (address === NAMELESS ? 10 : 1);

/**
 * Returns the caller's IP address, or undefined if it is unknown. In a forwarded list, only the last entry comes from
 * the server's own proxy; earlier ones can be forged.
 */
export function ipOf(headers: Headers, { addressHeader }: Pick<Config, "addressHeader">): string | undefined {
  const told = addressHeader === null ? undefined : headers.get(addressHeader)?.split(",").at(-1)?.trim();
  if (!told) return undefined;
  return /^\[(.*)\](?::\d+)?$/.exec(told)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(told)?.[1] ?? told;
}

/** Returns the rate-limit key: the caller's IP address, or its /64 network for IPv6. */
export function callerAddress(headers: Headers, config: Pick<Config, "addressHeader">): string {
  const ip = ipOf(headers, config);
  return ip === undefined ? NAMELESS : (networkOf(ip) ?? ip);
}

/** Returns the first 64 bits of an IPv6 address. A client with one address in this network usually has all of them. */
function networkOf(address: string): string | undefined {
  const url = `http://[${address.replace(/%.*$/, "")}]`;
  if (!address.includes(":") || !URL.canParse(url)) return undefined;
  const [head = "", tail] = new URL(url).hostname.slice(1, -1).split("::", 2);
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const [before, after] = [groups(head), groups(tail ?? "")];
  const all = [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
  if (all.slice(0, 6).join(":") === "0:0:0:0:0:ffff") return ipv4(all[6] ?? "0", all[7] ?? "0");
  return `${all.slice(0, 4).join(":")}::/64`;
}

/** Returns the IPv4 address embedded in an IPv6 address. */
const ipv4 = (high: string, low: string): string =>
  [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join(".");
