import { decodedUri } from "../util/decoded-uri.ts";

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** When the connection switches to TLS. Only connections within this machine stay unencrypted. */
  readonly tls: "at once" | "by STARTTLS" | "never";
  readonly login: { readonly user: string; readonly password: string } | null;
}

const SCHEME = /^smtps?:/i;
const THIS_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

const UNLIKE =
  "is not like smtps://user:password@smtp.example.org:465, where / ? # @ : % of a password are %2F %3F %23 %40 %3A %25";

export const isMailServer = (address: string): boolean => SCHEME.test(address);

/**
 * Parses a mail server address. If it is invalid, returns a description that follows the setting's name, and that
 * doesn't quote the address, which can contain a password.
 *
 * @param token the password, if the address has none
 */
export function readMailServer(address: string, token = ""): MailServer | string {
  const url = URL.parse(address);
  if (url === null || !SCHEME.test(url.protocol) || url.hostname === "") return UNLIKE;
  const host = url.hostname.toLowerCase();
  const isTlsAtOnce = url.protocol === "smtps:";
  const query = url.search.slice(1);
  if (!["", "/"].includes(url.pathname) || url.hash !== "" || !["", "tls=none"].includes(query)) {
    return UNLIKE;
  }
  const isPlain = query === "tls=none";
  if (isPlain && (isTlsAtOnce || !THIS_MACHINE.test(host))) {
    return "has ?tls=none, which is for smtp:// and a mail server on this machine alone";
  }
  const [user, password] = [decodedUri(url.username), decodedUri(url.password)];
  if (user === undefined || password === undefined) return "has a % that stands for nothing; write it as %25";
  return {
    host,
    port: url.port === "" ? (isTlsAtOnce ? 465 : 587) : Number(url.port),
    tls: isTlsAtOnce ? "at once" : isPlain ? "never" : "by STARTTLS",
    login: user === "" ? null : { user, password: password || token },
  };
}
