const MAX_LENGTH = 30;

export const UNNAMED = "Unspecified";

/**
 * Returns the request's client name (conventions.md 5): its `client` parameter or, without one, the start of its
 * User-Agent.
 */
export function clientName(said: string | undefined, userAgent: string | null): string {
  const name = said?.trim() || (userAgent ?? "").split(/\/| (?=\d)/, 1)[0]?.trim() || UNNAMED;
  return name.length <= MAX_LENGTH ? name : [...name].slice(0, MAX_LENGTH).join("");
}

const READS_OWN = new Set([
  "website",
  "ios",
  "android",
  "zulipandroid",
  "zulipios",
  "zulipdesktop",
  "zulipmobile",
  "zulipelectron",
  "zulipterminal",
  "zulipflutter",
  "snipe",
  "parley",
]);

/** True for clients in which a person reads messages, so that the sender's own messages count as read. */
export function readsOwnMessages(client: string): boolean {
  const name = client.toLowerCase();
  return READS_OWN.has(name) || name.includes("desktop app");
}

const VIA_ASSISTANT = " via assistant";
const MAX_OF_ASSISTANT = MAX_LENGTH - VIA_ASSISTANT.length;
/**
 * Control, format (including bidirectional and zero-width), surrogate, private and unassigned characters, and line
 * separators.
 */
const UNSHOWN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * Cleans an assistant program's name for display: removes invisible characters, and everything that is used to
 * recognize clients.
 */
export function assistantName(said: string): string {
  const shown = said
    .normalize("NFC")
    .replace(UNSHOWN, "")
    .replace(/mirror/gi, "miror")
    .replace(/\s+/g, " ")
    .trim();
  const short = [...shown.replace(/^(?:zulip[\s_-]*)+/i, "")].reduce(
    (name, next) => (name.length + next.length > MAX_OF_ASSISTANT ? name : name + next),
    "",
  );
  return short.trim() || "Unnamed";
}

export const assistantClient = (name: string): string => assistantName(name) + VIA_ASSISTANT;

export const assistantOfClient = (client: string): string =>
  client.endsWith(VIA_ASSISTANT) ? client.slice(0, -VIA_ASSISTANT.length) : client;

/** True if a client mirrors messages from elsewhere. A mirror doesn't receive its own messages. */
export const isMirror = (client: string) => client.toLowerCase().includes("mirror");
