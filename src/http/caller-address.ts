import type { Config } from "../config/config.ts";

/** The address of callers where no header tells it: they all count as one. */
export const NAMELESS = "unknown";

/**
 * The address of whoever asks; undefined where it is not known. Of a list, to which each proxy adds whom it was asked by, the
 * last entry is the one that the server's own proxy vouches for; whatever stands before it may be made up.
 */
export function ipOf(headers: Headers, { addressHeader }: Pick<Config, "addressHeader">): string | undefined {
  const told = addressHeader === null ? undefined : headers.get(addressHeader)?.split(",").at(-1)?.trim();
  if (!told) return undefined;
  return /^\[(.*)\](?::\d+)?$/.exec(told)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(told)?.[1] ?? told;
}

/** The address of whoever asks, as it is counted by. */
export function addressOf(headers: Headers, config: Pick<Config, "addressHeader">): string {
  const ip = ipOf(headers, config);
  return ip === undefined ? NAMELESS : (networkOf(ip) ?? ip);
}

/** The first 64 bits of an IPv6 address: whoever has one address of such a network has all of them. */
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

/** The older address that a newer one stands for. */
const ipv4 = (high: string, low: string): string =>
  [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join(".");
