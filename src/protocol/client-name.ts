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

/** Whether a client mirrors messages from elsewhere: it does not receive its own messages. */
export const isMirror = (client: string) => client.toLowerCase().includes("mirror");
