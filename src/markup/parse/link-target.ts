import { unescapeAll } from "../markdown.ts";

/** Schemes allowed in links: the web's own, and those HTML lets pages register (markdown.md 2). */
const schemes = new Set([
  ..."bitcoin ftp geo http https im irc ircs magnet mailto matrix mms news nntp".split(" "),
  ..."openpgp4fpr sip sms smsto ssh tel urn webcal wtai xmpp".split(" "),
]);

const scheme = /^([a-z][a-z\d+.-]*):/i;
const hostWithPort = /^(?:localhost|[^:/?#]*\.[^:/?#]*):\d+(?:[/?#]|$)/i;
const email = /^[^\s/@:?#]+@[^\s/@:?#]+$/;

/** Whether a target is an upload, provided its host is the realm's. */
export const isUpload = (target: string): boolean => /^(?:https?:\/\/[^/]+)?\/user_uploads\//i.test(target);

/** Returns a link's target, safe for HTML, or undefined if it is empty or its scheme isn't allowed. */
export function linkTarget(written: string): string | undefined {
  const target = unescapeAll(written.trim()).replace(/ /g, "%20");
  // Browsers drop some control characters, and would then interpret the scheme differently.
  if (target === "" || hasControl(target)) return undefined;
  const found = scheme.exec(target)?.[1];
  if (found && !hostWithPort.test(target)) return schemes.has(found.toLowerCase()) ? target : undefined;
  if (email.test(target)) return `mailto:${target}`;
  if (target.startsWith("//")) return `http:${target}`;
  if (target.startsWith("/") || target.startsWith("#")) return target;
  return `http://${target}`;
}

function hasControl(target: string): boolean {
  for (let index = 0; index < target.length; index++) {
    const code = target.charCodeAt(index);
    if (code <= 0x20 || (code >= 0x7f && code <= 0x9f)) return true;
  }
  return false;
}
