import { parsedJson } from "../parsed-json.ts";

/** One of the user's organizations, on this or another server. */
export interface Organization {
  readonly origin: string;
  readonly name: string;
  /** The icon as a small `data:` URL, because pages don't load images from other origins. */
  readonly icon?: string;
  /** The unread count, as last reported by the organization's own page. */
  readonly unread?: { readonly count: number; readonly atMs: number };
}

/** The organizations the user can switch between on this device. Each of their origins keeps a copy. */
export interface Organizations {
  /** A random string shared by the organizations' pages. A list received with this key comes from this device. */
  readonly key: string;
  /** When the user last added, removed or moved an organization, in milliseconds since 1970. */
  readonly changedMs: number;
  readonly all: readonly Organization[];
}

export const MAX_ORGANIZATIONS = 20;
const MAX_NAME_LENGTH = 60;
const MAX_ORIGIN_LENGTH = 200;
export const MAX_ICON_LENGTH = 6_000;
const MAX_LIST_LENGTH = 150_000;

const ICON = /^data:image\/(?:png|webp);base64,[A-Za-z0-9+/]+=*$/;
const KEY = /^[a-z0-9]{16,64}$/;
/** Local hosts, which have no TLS. */
const LOOPBACK = /^(?:(?:[a-z0-9-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Returns the origin of a typed address, with or without "https://", or undefined if it can't be an organization's. */
export function originOfTyped(typed: string): string | undefined {
  const text = typed.trim();
  const url = urlOf(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  if (url === undefined) return undefined;
  const isHere = LOOPBACK.test(url.hostname);
  if (isHere && !/^https:/i.test(text)) url.protocol = "http:";
  return isOrigin(url.origin) ? url.origin : undefined;
}

function isOrigin(text: string): boolean {
  const url = urlOf(text);
  if (url === undefined || url.origin !== text || text.length > MAX_ORIGIN_LENGTH) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname));
}

export const hostOf = (origin: string): string => new URL(origin).host;

/** Returns a name as one line of text, or the host if nothing is left. */
function shownName(name: unknown, origin: string): string {
  // Bidirectional control characters would change how the surrounding text is read.
  const text = typeof name === "string" ? name.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").trim() : "";
  return text === "" ? hostOf(origin) : Array.from(text).slice(0, MAX_NAME_LENGTH).join("");
}

type Untrusted = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Untrusted => typeof value === "object" && value !== null;
const isTime = (value: unknown): value is number => typeof value === "number" && value >= 0 && value < 1e15;

function organizationOf(value: unknown): Organization[] {
  if (!isRecord(value)) return [];
  const { origin, name, icon, unread } = value;
  if (typeof origin !== "string" || !isOrigin(origin)) return [];
  const hasIcon = typeof icon === "string" && icon.length <= MAX_ICON_LENGTH && ICON.test(icon);
  const { count, atMs } = isRecord(unread) ? unread : {};
  const hasCount = typeof count === "number" && Number.isSafeInteger(count) && count >= 0 && isTime(atMs);
  return [
    { origin, name: shownName(name, origin), ...(hasIcon && { icon }), ...(hasCount && { unread: { count, atMs } }) },
  ];
}

/** Parses a list, such as one sent by another origin. Returns undefined if it isn't valid. */
export function readOrganizations(text: string | null): Organizations | undefined {
  if (text === null || text.length > MAX_LIST_LENGTH) return undefined;
  const value = parsedJson(text)?.value;
  if (!isRecord(value) || !Array.isArray(value["all"])) return undefined;
  const { key, changedMs } = value;
  if (typeof key !== "string" || !KEY.test(key) || !isTime(changedMs)) return undefined;
  const all = new Map(
    value["all"]
      .slice(0, MAX_ORGANIZATIONS)
      .flatMap(organizationOf)
      .map((one) => [one.origin, one] as const),
  );
  return { key, changedMs, all: [...all.values()] };
}

/** Updates an organization from another origin's list. */
function renewed(known: Organization, told: Organization | undefined, here: string): Organization {
  // No other origin has a more current name for this one.
  if (told === undefined || known.origin === here) return known;
  const isNewer = (told.unread?.atMs ?? 0) > (known.unread?.atMs ?? 0);
  return { ...known, ...told, ...(known.unread && !isNewer && { unread: known.unread }) };
}

/**
 * Merges this origin's list with a list with the same key, received from another origin on this device. The more
 * recently changed list determines the organizations and their order.
 */
export function withTold(known: Organizations, told: Organizations, here: string): Organizations {
  const [newer, older] = told.changedMs > known.changedMs ? [told, known] : [known, told];
  const all = newer.all.map((one) => {
    const before = known.all.find(({ origin }) => origin === one.origin) ?? one;
    return renewed(
      before,
      told.all.find(({ origin }) => origin === one.origin),
      here,
    );
  });
  const self = older.all.find(({ origin }) => origin === here);
  const isThere = self === undefined || all.some(({ origin }) => origin === here);
  return { ...known, changedMs: newer.changedMs, all: isThere ? all : [...all, self].slice(-MAX_ORGANIZATIONS) };
}

/**
 * True if a list received on this device has organizations that this origin's list lacks. The user is asked about them.
 */
export const bringsOthers = (known: Organizations, told: Organizations): boolean =>
  told.changedMs > known.changedMs && told.all.some((one) => !known.all.some(({ origin }) => origin === one.origin));

/** Merges a received list into this origin's list, after the user has agreed. */
export function mergeOrganizations(
  known: Organizations | undefined,
  told: Organizations,
  nowMs: number,
): Organizations {
  const others = (known?.all ?? []).filter((one) => !told.all.some(({ origin }) => origin === one.origin));
  return { key: told.key, changedMs: nowMs, all: [...told.all, ...others].slice(0, MAX_ORGANIZATIONS) };
}

/** Updates this organization's entry in place, or appends it. */
export function withSelf({ all, ...rest }: Organizations, self: Organization): Organizations {
  const isListed = all.some(({ origin }) => origin === self.origin);
  return { ...rest, all: isListed ? all.map((one) => (one.origin === self.origin ? self : one)) : [...all, self] };
}
