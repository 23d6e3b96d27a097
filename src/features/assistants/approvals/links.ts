import { decodeEntities } from "../../../markup/index.ts";
import type { Grant } from "../../../protocol/actor.ts";
import type { ConversationId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, HOUR } from "../../../util/time.ts";
import { countLinks, deleteOldLinks, linksOfGrant, upsertLink } from "./rows.ts";

/** Maximum number of hosts stored per grant. If there are more, every host counts as read. */
const MAX_HOSTS = 500;
/** Matches every host. */
export const ANY_HOST = "*";

/** Longer hosts are truncated at the start, because their end identifies the owner. */
const MAX_HOST_LENGTH = 60;
/** Hosts are truncated to this before they are normalized, because that is slow, and anyone can write long ones. */
const MAX_SPELLED_LENGTH = 1000;

// Each match starts where no other match in the same run of characters can start, so the text is scanned only once.
/** The host after slashes. Browsers treat a backslash as a slash, and a single slash after a scheme as two. */
const ADDRESS = /(?:[\\/]{2}|:[\\/])(?:[^\s\\/?#<>"')\]]*@)?([^\s\\/?#<>"')\]:]+)/g;
const BARE =
  /(?<![\p{L}\p{M}\p{N}_@/.-])((?:[\p{L}\p{M}\p{N}_-]{1,63}\.)+(?:xn--[a-z0-9-]{1,59}|\p{L}[\p{L}\p{M}]{1,62}))(?=_*(?![\p{L}\p{M}\p{N}_(=@[-]))/giu;
/** An IPv4 address without a scheme. Clients don't turn it into a link, but a message can tell an assistant to. */
const BARE_IPV4 =
  /(?<![\p{L}\p{M}\p{N}_@/.-])((?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d))(?![\p{L}\p{M}\p{N}_(=@[-]|\.\d)/gu;
/** The host of a Markdown link, with or without a scheme. There, browsers treat any number as an IPv4 address. */
const TARGET = /\]\(\s*<?(?:[^\s\\/?#<>"')\]:]*@)?([^\s\\/?#<>"')\]:@]+)(?=[\\/?#)\s>]|:\d)/g;
/** Host without trailing punctuation that belongs to the surrounding text, as in "**https://evil.example**, and". */
const BEFORE_PUNCTUATION = /^_*([\p{L}\p{M}\p{N}._%-]+)/u;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** Returns the normalized hosts a text links to, or may link to once rendered. */
export function hostsIn(text: string): Set<string> {
  const unescaped = decodeEntities(text.replace(ESCAPED, "$1"));
  const texts = unescaped === text ? [text] : [text, unescaped];
  const found = texts.flatMap((one) => [ADDRESS, BARE, BARE_IPV4, TARGET].flatMap((kind) => [...one.matchAll(kind)]));
  const written = new Set(found.flatMap(([, host = ""]) => [host, BEFORE_PUNCTUATION.exec(host)?.[1] ?? ""]));
  return new Set([...written].map(spelled).filter((host) => host !== "" && host !== ANY_HOST));
}

function spelled(written: string): string {
  const host = written.slice(-MAX_SPELLED_LENGTH);
  return (URL.parse(`http://${host}`)?.hostname ?? host.toLowerCase()).replace(/[._]+$/, "").slice(-MAX_HOST_LENGTH);
}

export type SeenLink = readonly [host: string, conversation: number];

/** Records the hosts that an assistant has read, for an hour. They are stored as rows to survive a restart. */
export function noteLinks(realm: Realm, { id: grant }: Pick<Grant, "id">, links: readonly SeenLink[]): void {
  const at = realm.seconds();
  deleteOldLinks.run(realm.sql, { before: before(at, HOUR) });
  let { count } = countLinks.one(realm.sql, { grant });
  for (const [host, conversation] of links) {
    count += 1;
    const isFull = count > MAX_HOSTS;
    upsertLink.run(realm.sql, { grant, host: isFull ? ANY_HOST : host, conversation: isFull ? 0 : conversation, at });
    if (isFull) return;
  }
}

/**
 * Returns the hosts in a text that the assistant read within the hour, but only in other conversations. A link to such
 * a host could exfiltrate what the assistant read, wherever the text is sent.
 */
export function carriedHosts(
  realm: Realm,
  { id: grant }: Pick<Grant, "id">,
  { content, conversation }: { readonly content: string; readonly conversation: ConversationId | undefined },
): string[] {
  const own = spelled(realm.host);
  const hosts = [...hostsIn(content)].filter((host) => host !== own);
  if (hosts.length === 0) return [];
  const seen = linksOfGrant.all(realm.sql, { grant, since: before(realm.seconds(), HOUR) });
  if (seen.some(({ host }) => host === ANY_HOST)) return hosts;
  const here = new Set(seen.filter((one) => one.conversation_id === conversation).map(({ host }) => host));
  const elsewhere = new Set(seen.map(({ host }) => host).filter((host) => host !== own && !here.has(host)));
  const above = new Set([...elsewhere].flatMap(withParents));
  return hosts.filter(
    (host) => !here.has(host) && (above.has(host) || withParents(host).some((one) => elsewhere.has(one))),
  );
}

/** Returns a host and its parent domains, because the owner of a domain controls all names below it. */
function withParents(host: string): string[] {
  const labels = host.split(".");
  return labels.map((_, index) => labels.slice(index).join("."));
}
