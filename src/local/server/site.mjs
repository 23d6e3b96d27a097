import { Failure } from "../system/failure.mjs";

const LOOPBACK = ["127.0.0.1", "localhost", "::1"];
const EVERYWHERE = ["0.0.0.0", "::"];

/**
 * Whether others than this machine's own users can connect. A public address means that a reverse proxy passes requests
 * on to the loopback address.
 *
 * @param {{ host: string, rootDomain: string, site: string | undefined }} options
 */
export function isExposed({ host, rootDomain, site }) {
  const name = site === undefined ? "localhost" : new URL(site).hostname.replace(/^\[|\]$/g, "");
  return ![host, name].every((one) => LOOPBACK.includes(one)) || rootDomain !== "localhost";
}

/**
 * Whether clients connect through a reverse proxy, so that its address is the only one that this server sees.
 *
 * @param {Parameters<typeof isExposed>[0]} options
 */
export const isBehindProxy = (options) => LOOPBACK.includes(options.host) && isExposed(options);

/**
 * The server's address in emails, push notifications and clients.
 *
 * @param {{ host: string, rootDomain: string, site: string | undefined }} options
 * @param {number} port
 */
export function siteOf({ host, rootDomain, site }, port) {
  if (site !== undefined) return site;
  // A domain is served by a reverse proxy that speaks TLS, on which clients insist.
  if (rootDomain !== "localhost") return `https://${rootDomain}`;
  if (LOOPBACK.includes(host) || EVERYWHERE.includes(host)) return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/**
 * The origin that --site names, which has to be at the root domain.
 *
 * @param {string | undefined} text
 * @param {string} rootDomain
 */
export function readSite(text, rootDomain) {
  if (text === undefined) return undefined;
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null || url.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username !== "") {
    throw new Failure(`--site takes an address such as https://chat.example.org, not "${text}"`, 2);
  }
  if (rootDomain !== "localhost" && url.hostname !== rootDomain.toLowerCase()) {
    throw new Failure(`--site "${text}" is not at the --root-domain ${rootDomain}`, 2);
  }
  return url.origin;
}
