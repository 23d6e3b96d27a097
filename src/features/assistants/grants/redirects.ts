/** The schemes that no program of a client can own, or that run or show text of whoever writes the address. */
const REFUSED_SCHEMES = new Set([
  ...["javascript:", "data:", "file:", "blob:", "about:", "vbscript:", "jar:", "feed:", "resource:", "wyciwyg:"],
  ...["http:", "ws:", "wss:", "ftp:", "view-source:", "filesystem:", "intent:", "mailto:", "tel:", "sms:"],
  // These open pages of the browser itself, or run commands of the operating system.
  ...["chrome:", "chrome-extension:", "moz-extension:", "edge:", "microsoft-edge:", "opera:", "brave:", "devtools:"],
  ...[
    "search:",
    "search-ms:",
    "shell:",
    "ldap:",
    "ldaps:",
    "smb:",
    "afp:",
    "nfs:",
    "ssh:",
    "sftp:",
    "telnet:",
    "rlogin:",
  ],
  ...["help:", "x-apple.systempreferences:", "x-apple-helpbasic:", "applescript:", "itms-services:", "vnc:", "rdp:"],
]);
/** URI schemes of Windows and Office, such as `ms-settings:` and `ms-word:`: opening one can run a command. */
const WINDOWS_SCHEME = /^ms-/;
/** The host is written into the form-action of a Content-Security-Policy, where other characters have a meaning. */
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
const MAX_URI_LENGTH = 1000;

const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)/;

/** Whether an address is of a program on the computer of whoever is asked. */
export const isLoopbackRedirect = (uri: string): boolean => LOOPBACK.test(uri);

/** Whether a client may be led back to an address at all. */
export function mayRedirectTo(uri: string): boolean {
  // The parser drops some characters, as tabs: an address with those is another than the one that is shown.
  if (uri.length > MAX_URI_LENGTH || !/^[\x21-\x7e]+$/.test(uri) || uri.includes("#") || uri.includes("\\"))
    return false;
  const url = URL.parse(uri);
  if (url === null || url.username !== "" || url.password !== "") return false;
  if (isLoopbackRedirect(uri)) return true;
  if (url.protocol === "https:") return HOST.test(url.hostname);
  return !REFUSED_SCHEMES.has(url.protocol) && !WINDOWS_SCHEME.test(url.protocol);
}

/** Whether an address is one that the client has named: exactly, but for the port on one's own computer (RFC 8252 7.3). */
export const isAmong = (named: readonly string[], uri: string): boolean =>
  named.some((one) => one === uri || (isLoopbackRedirect(uri) && withoutPort(one) === withoutPort(uri)));

const withoutPort = (uri: string) => uri.replace(LOOPBACK, (origin) => origin.replace(/:\d+$/, ""));

/** The place that people are told: a host, or the scheme of a program. */
export function hostOfRedirect(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === "https:" || protocol === "http:" ? host : `${protocol}//${host}`;
}
