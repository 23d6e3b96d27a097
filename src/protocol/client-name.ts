const MAX_LENGTH = 30;

/** The name of the program that asks (conventions.md 5): said by itself, else the head of its User-Agent. */
export function clientName(said: string | undefined, userAgent: string | null): string {
  const name = said?.trim() || (userAgent ?? "").split(/\/| (?=\d)/, 1)[0]?.trim() || "Unspecified";
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

/** Whether a client is one that a person reads in, so that what it sends counts as read by its sender. */
export function readsOwnMessages(client: string): boolean {
  const name = client.toLowerCase();
  return READS_OWN.has(name) || name.includes("desktop app");
}

/** A mirror never hears its own messages. */
export const isMirror = (client: string) => client.toLowerCase().includes("mirror");
