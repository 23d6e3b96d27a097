import type { MailPattern } from "../../../config/mail-pattern.ts";

/** Options in an address for the message created from an email (webhooks.md 6). */
export interface MailOptions {
  readonly showsSender: boolean;
  readonly keepsFooter: boolean;
  readonly keepsQuotes: boolean;
  readonly prefersHtml: boolean;
}

/** A parsed recipient address: a token for the destination, and options. */
export interface MailAddress {
  readonly kind: "channel" | "reply";
  readonly token: string;
  readonly options: MailOptions;
}

/**
 * Option names in an address. The short names are Parley's own, because RFC 5321 limits the local part to 64
 * characters.
 */
const OPTIONS: Readonly<Record<string, Partial<MailOptions>>> = {
  "show-sender": { showsSender: true },
  "include-footer": { keepsFooter: true },
  "include-quotes": { keepsQuotes: true },
  "prefer-text": { prefersHtml: false },
  "prefer-html": { prefersHtml: true },
  from: { showsSender: true },
  footer: { keepsFooter: true },
  quotes: { keepsQuotes: true },
  text: { prefersHtml: false },
  html: { prefersHtml: true },
};

const NO_OPTIONS: MailOptions = { showsSender: false, keepsFooter: false, keepsQuotes: false, prefersHtml: false };

/** Bytes in the token of a channel's address: 3 for the organization, and 96 random bits. */
export const CHANNEL_TOKEN_BYTES = { realm: 3, secret: 12 } as const;
const CHANNEL_TOKEN = /^[a-z2-7]{24}$/;
export const REPLY_PREFIX = "mm";
const REPLY_TOKEN = /^mm[a-z2-7]{30,62}$/;
const MAX_CHARACTERS = 500;
/** Maximum length of the local part (RFC 5321, 4.5.3.1.1). */
const MAX_LOCAL = 64;
const MAX_SLUG = 20;

/** Parses an address that received email, or returns undefined if it isn't one of this server's. */
export function readMailAddress({ before, after }: MailPattern, address: string): MailAddress | undefined {
  const given = address.trim().replace(/^<|>$/g, "").toLowerCase();
  const isOurs = given.startsWith(before.toLowerCase()) && given.endsWith(after.toLowerCase());
  if (!isOurs || given.length > MAX_CHARACTERS || given.length < before.length + after.length) return undefined;
  const parts = given.slice(before.length, given.length - after.length).split(/[.+]/);
  const at = parts.findIndex((part) => CHANNEL_TOKEN.test(part) || REPLY_TOKEN.test(part));
  const token = parts[at];
  if (token === undefined) return undefined;
  const options = Object.assign({}, NO_OPTIONS, ...parts.slice(at + 1).map((name) => OPTIONS[name] ?? {}));
  return { kind: CHANNEL_TOKEN.test(token) ? "channel" : "reply", token, options };
}

/** Returns a channel's address, including its name if there is room. New addresses show the sender. */
export function channelAddress({ before, after }: MailPattern, name: string, token: string): string {
  const own = `${token}.show-sender`;
  const [local = ""] = after.split("@", 1);
  const room = Math.min(MAX_SLUG, MAX_LOCAL - before.length - local.length - own.length - 1);
  const slug = slugOf(name, room);
  return `${before}${slug === "" ? own : `${slug}.${own}`}${after}`;
}

export const replyAddress = ({ before, after }: MailPattern, token: string): string => `${before}${token}${after}`;

function slugOf(name: string, room: number): string {
  if (/[^\x20-\x7e]/.test(name)) return "";
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, Math.max(0, room))
    .replace(/^-+|-+$/g, "");
}
