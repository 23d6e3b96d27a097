const LOOPBACK = ["127.0.0.1", "localhost", "::1"];
const EVERYWHERE = ["0.0.0.0", "::"];

/** The options that say where a server is reached. */
export interface Address {
  readonly host: string;
  readonly rootDomain: string;
  readonly site: string | undefined;
}

/**
 * Whether others than this machine's own users can connect. A public address means that a reverse proxy passes requests
 * on to the loopback address.
 */
export function isExposed({ host, rootDomain, site }: Address) {
  const name = site === undefined ? "localhost" : new URL(site).hostname.replace(/^\[|\]$/g, "");
  return ![host, name].every((one) => LOOPBACK.includes(one)) || rootDomain !== "localhost";
}

/** Whether clients connect through a reverse proxy, so that its address is the only one that this server sees. */
export const isBehindProxy = (options: Address) => LOOPBACK.includes(options.host) && isExposed(options);

/** The server's address in emails, push notifications and clients. */
export function siteOf({ host, rootDomain, site }: Address, port: number) {
  if (site !== undefined) return site;
  // A domain is served by a reverse proxy that speaks TLS, on which clients insist.
  if (rootDomain !== "localhost") return `https://${rootDomain}`;
  // Not every machine knows the IPv6 address by that name.
  if (host !== "::1" && (LOOPBACK.includes(host) || EVERYWHERE.includes(host))) return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
