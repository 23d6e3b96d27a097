const MAX_LENGTH = 30;

/** Stands for the name of a program that has not said any. */
export const UNNAMED = "Unspecified";

/** The name of a request's client (conventions.md 5): its `client` parameter, else the start of its User-Agent. */
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

/** Whether a person reads messages in this client, so that what it sends counts as read by its sender. */
export function readsOwnMessages(client: string): boolean {
  const name = client.toLowerCase();
  return READS_OWN.has(name) || name.includes("desktop app");
}

const VIA_ASSISTANT = " via assistant";
const MAX_OF_ASSISTANT = MAX_LENGTH - VIA_ASSISTANT.length;
/** Control, format (bidirectional and zero-width ones among them), surrogate, private and unassigned characters, and line separators. */
const UNSHOWN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** The name of an assistant's program as people see it: nothing invisible, and nothing by which clients are told apart. */
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

/** The client of a message that an assistant sends. */
export const assistantClient = (name: string): string => assistantName(name) + VIA_ASSISTANT;

/** The name in the client of a message that an assistant has sent. */
export const assistantOfClient = (client: string): string =>
  client.endsWith(VIA_ASSISTANT) ? client.slice(0, -VIA_ASSISTANT.length) : client;

/** Whether a client mirrors messages from elsewhere: it does not receive its own messages. */
export const isMirror = (client: string) => client.toLowerCase().includes("mirror");
