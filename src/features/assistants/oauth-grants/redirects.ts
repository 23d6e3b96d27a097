/** Schemes that no client program can own, or that execute or display text from the URI. */
const REFUSED_SCHEMES = new Set([
  ...["javascript:", "data:", "file:", "blob:", "about:", "vbscript:", "jar:", "feed:", "resource:", "wyciwyg:"],
  ...["http:", "ws:", "wss:", "ftp:", "view-source:", "filesystem:", "intent:", "mailto:", "tel:", "sms:"],
  // Schemes that open the browser's internal pages or run operating system commands.
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
/** URI schemes of Windows and Office, such as `ms-settings:` and `ms-word:`. Opening one can run a command. */
const WINDOWS_SCHEME = /^ms-/;
/**
 * Hosts are written into the form-action of a Content-Security-Policy, where other characters have a special meaning.
 */
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
const MAX_URI_LENGTH = 1000;

const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)/;

/** Whether a URI belongs to a program on the user's own computer. */
export const isLoopbackRedirect = (uri: string): boolean => LOOPBACK.test(uri);

/** Whether a URI is acceptable as a redirect target, for any client. */
export function mayRedirectTo(uri: string): boolean {
  // The parser drops some characters, such as tabs, so a URI that contains them differs from the one shown to users.
  if (uri.length > MAX_URI_LENGTH || !/^[\x21-\x7e]+$/.test(uri) || uri.includes("#") || uri.includes("\\"))
    return false;
  const url = URL.parse(uri);
  if (url === null || url.username !== "" || url.password !== "") return false;
  if (isLoopbackRedirect(uri)) return true;
  if (url.protocol === "https:") return HOST.test(url.hostname);
  return !REFUSED_SCHEMES.has(url.protocol) && !WINDOWS_SCHEME.test(url.protocol);
}

/**
 * Whether a URI is one of the client's: an exact match, except for the port on the user's own computer (RFC 8252 7.3).
 */
export const isAmong = (named: readonly string[], uri: string): boolean =>
  named.some((one) => one === uri || (isLoopbackRedirect(uri) && withoutPort(one) === withoutPort(uri)));

const withoutPort = (uri: string) => uri.replace(LOOPBACK, (origin) => origin.replace(/:\d+$/, ""));

/** Returns a redirect URI's destination as shown to users: a host, or the scheme of a program. */
export function hostOfRedirect(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === "https:" || protocol === "http:" ? host : `${protocol}//${host}`;
}
