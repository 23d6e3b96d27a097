/** An organization of the user, on this or another server. */
export interface Organization {
  readonly origin: string;
  readonly name: string;
  /** The picture as a small `data:` address: pages load no pictures of other origins. */
  readonly icon?: string;
  /** The number of its unread messages when its own page last told it. */
  readonly unread?: { readonly count: number; readonly atMs: number };
}

/** The organizations that a device switches between; each of their origins keeps a copy. */
export interface Organizations {
  /** A random text that their pages know: a list that comes with it is one of this device. */
  readonly key: string;
  /** The time at which the user last added, removed or moved one, in milliseconds since 1970. */
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
/** Hosts of the own machine, which have no TLS. */
const LOOPBACK = /^(?:(?:[a-z0-9-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The origin of an address that somebody typed, with or without "https://"; undefined if it cannot be an organization's. */
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

/** A name as text of one line; the host where nothing is left of it. */
function shownName(name: unknown, origin: string): string {
  // Signs of direction would change how the text around the name is read.
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

/** The list that a text holds, such as one that another origin has sent; undefined where it holds none. */
export function readOrganizations(text: string | null): Organizations | undefined {
  if (text === null || text.length > MAX_LIST_LENGTH) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
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

/** An organization as it is known after another origin has told of it. */
function renewed(known: Organization, told: Organization | undefined, here: string): Organization {
  // Nobody else knows better how this one is called.
  if (told === undefined || known.origin === here) return known;
  const isNewer = (told.unread?.atMs ?? 0) > (known.unread?.atMs ?? 0);
  return { ...known, ...told, ...(known.unread && !isNewer && { unread: known.unread }) };
}

/**
 * Takes over a list with the same key from another origin of this device: of two lists, the one that was changed last says
 * which organizations there are, in which order.
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

/** Whether a list of this device has organizations that this origin does not know: the user is asked about them. */
export const bringsOthers = (known: Organizations, told: Organizations): boolean =>
  told.changedMs > known.changedMs && told.all.some((one) => !known.all.some(({ origin }) => origin === one.origin));

/** Joins a list that the user has agreed to with the one of this origin. */
export function joined(known: Organizations | undefined, told: Organizations, nowMs: number): Organizations {
  const others = (known?.all ?? []).filter((one) => !told.all.some(({ origin }) => origin === one.origin));
  return { key: told.key, changedMs: nowMs, all: [...told.all, ...others].slice(0, MAX_ORGANIZATIONS) };
}

/** The list with what this organization says of itself, at its place in the list, else at the end. */
export function withSelf({ all, ...rest }: Organizations, self: Organization): Organizations {
  const isListed = all.some(({ origin }) => origin === self.origin);
  return { ...rest, all: isListed ? all.map((one) => (one.origin === self.origin ? self : one)) : [...all, self] };
}
