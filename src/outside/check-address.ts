import type { Config } from "../config/config.ts";
import { mayBePublic } from "./public-address.ts";
import { OutsideRefused } from "./refused.ts";

/** The private hosts that may be asked. */
export type AllowedHosts = Pick<Config, "outsideHosts"> & Partial<Pick<Config, "ownPort" | "machineUrl" | "botsUrl">>;

/** The way to ask a URL that people gave: over a connection that reaches the public internet alone, or any. */
export type FetchMode = "guarded" | "plain";

/**
 * The way to ask a URL that people gave, or that a redirect leads to; throws where it may not be asked. `outsideHosts` are
 * asked whatever their addresses and ports are, except at the server's own ports: there any name may lead back to the server,
 * which takes a connection from its own machine for one of whoever runs it.
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

/** Whether an entry means a URL's host: `name` at any port, `name:port`, and `*.name` for all names below one. */
function isOf(entry: string, { host, hostname }: URL): boolean {
  if (entry.startsWith("*.")) return hostname.endsWith(entry.slice(1));
  return entry === hostname || entry === host;
}

/** The web's own ports, and those that programs of users listen at; none by which another protocol is spoken. */
const isWebPort = (port: string): boolean =>
  port === "" || port === "80" || port === "443" || (Number(port) >= 1024 && !OTHER_PROTOCOLS.has(Number(port)));

/** Ports above 1023 that browsers refuse (the Fetch standard's), and those of databases, caches and remote desktops. */
const OTHER_PROTOCOLS = new Set([
  ...[
    1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  ],
  ...[1433, 1521, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 5900, 5984, 6379, 9042, 9200, 9300, 11211, 27017],
]);
