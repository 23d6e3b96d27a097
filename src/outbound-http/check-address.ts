import type { Config } from "../config/config.ts";
import { bitsOfIpv4, bitsOfIpv6 } from "../util/address-bits.ts";
import { matchesHost } from "../util/host-pattern.ts";
import ranges from "./private-ranges.json" with { type: "json" };
import { OutsideRefused } from "./refused.ts";

/**
 * True if a URL's host can be on the public internet. Exact for IP addresses. Names are only ruled out if they always
 * refer to private networks; the address that a name resolves to is checked on connecting.
 */
function mayBePublic({ hostname }: URL): boolean {
  const host = hostname.replace(/\.$/, "");
  const bits = host.startsWith("[") ? bitsOfIpv6(host.slice(1, -1)) : bitsOfIpv4(host);
  if (bits !== undefined) return !PRIVATE.some((prefix) => bits.startsWith(prefix));
  return host.includes(".") && !host.startsWith("[") && !PRIVATE_NAMES.test(host);
}

/** Names outside the public DNS (RFC 6761, 6762, 8375, 9476, ICANN's `internal`, and router defaults). */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa|onion|alt)$/;

/** Prefixes, as bits, of networks that aren't public, or don't refer to a single host. */
const PRIVATE = ranges.map((range) => {
  const [address = "", length = ""] = range.split("/");
  const bits = bitsOfIpv6(address) ?? bitsOfIpv4(address) ?? "";
  return bits.slice(0, 2 + Number(length));
});

export type AllowedHosts = Pick<Config, "outsideHosts"> & Partial<Pick<Config, "ownPort" | "machineUrl" | "botsUrl">>;

/** How to fetch a user-supplied URL: over a connection that only reaches the public internet, or over any. */
export type FetchMode = "guarded" | "plain";

/**
 * Returns how to fetch a user-supplied URL or redirect target. Throws if it is forbidden. `outsideHosts` are allowed at
 * any IP address and port, except for the server's own ports. On these, any name could lead back to the server, which
 * trusts connections from its own machine as the administrator's.
 */
export function checkAddress({ outsideHosts, ...own }: AllowedHosts, url: URL): FetchMode {
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new OutsideRefused("forbidden", "no web address");
  if (url.username !== "" || url.password !== "") throw new OutsideRefused("forbidden", "a password in the address");
  if (!isOwnPort(own, portOf(url)) && outsideHosts.some((host) => isOf(host, url))) return "plain";
  if (!mayBePublic(url)) throw new OutsideRefused("forbidden", "not a public address");
  if (!isWebPort(url.port)) throw new OutsideRefused("forbidden", "not a port of the web");
  return "guarded";
}

const isOwnPort = ({ ownPort, machineUrl, botsUrl }: Omit<AllowedHosts, "outsideHosts">, port: string): boolean =>
  port === ownPort || [machineUrl, botsUrl].some((address) => address && port === portOf(new URL(address)));

const portOf = ({ port, protocol }: URL): string => port || (protocol === "https:" ? "443" : "80");

/** True if an entry matches a URL's host: `name` at any port, `name:port`, or `*.name` for all subdomains. */
const isOf = (entry: string, { host, hostname }: URL): boolean => matchesHost(entry, hostname) || entry === host;

/** True for the web's own ports and unprivileged ports, except those of other protocols. */
const isWebPort = (port: string): boolean =>
  port === "" || port === "80" || port === "443" || (Number(port) >= 1024 && !OTHER_PROTOCOLS.has(Number(port)));

/** Ports above 1023 that browsers block (the Fetch standard's), and those of databases, caches and remote desktops. */
const OTHER_PROTOCOLS = new Set([
  ...[
    1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  ],
  ...[1433, 1521, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 5900, 5984, 6379, 9042, 9200, 9300, 11211, 27017],
]);
