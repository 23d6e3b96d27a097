const LOOPBACK = ["127.0.0.1", "localhost", "::1"];
const EVERYWHERE = ["0.0.0.0", "::"];

export interface Address {
  readonly host: string;
  readonly rootDomain: string;
  readonly site: string | undefined;
}

/**
 * True if anyone other than this machine's own users can connect. A public URL implies a reverse proxy that forwards to
 * the loopback address.
 */
export function isExposed({ host, rootDomain, site }: Address) {
  const name = site === undefined ? "localhost" : new URL(site).hostname.replace(/^\[|\]$/g, "");
  return ![host, name].every((one) => LOOPBACK.includes(one)) || rootDomain !== "localhost";
}

/** True if clients connect through a reverse proxy, so that its address is the only one this server sees. */
export const isBehindProxy = (options: Address) => LOOPBACK.includes(options.host) && isExposed(options);

/** The server's URL in emails, push notifications and clients. */
export function siteOf({ host, rootDomain, site }: Address, port: number) {
  if (site !== undefined) return site;
  // A domain is served by a reverse proxy with TLS, which clients require.
  if (rootDomain !== "localhost") return `https://${rootDomain}`;
  // Not every machine resolves that name to the IPv6 address.
  if (host !== "::1" && (LOOPBACK.includes(host) || EVERYWHERE.includes(host))) return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
