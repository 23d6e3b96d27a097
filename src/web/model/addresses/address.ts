import { channelNamed } from "../channels/channel-list.ts";
import { channelById } from "../channels/channels.ts";
import type { ChannelId, UserId } from "../ids.ts";
import { userById } from "../people/users.ts";
import { OPERATORS, type OperatorName, operatorNamed, valueNamed } from "../routes/operators.ts";
import { type FeedRoute, placeOfTerms, type Route, type Term, termsOf } from "../routes/place.ts";
import type { State } from "../state.ts";

/**
 * Returns a place's URL hash, such as `#narrow/channel/5-general/topic/hello/near/12`, in the same form as Zulip's
 * clients.
 */
export function hashForRoute(place: Route, state: State): string {
  switch (place.view) {
    case "inbox":
    case "recent":
    case "drafts":
    case "scheduled":
    case "reminders":
      return `#${place.view}`;
    case "about":
      return "#about-parley";
    case "topics":
    case "board":
      return `#${place.view}/channel/${channelSlug(place.channel, state)}`;
    case "channels":
      return channelsAddress(place, state);
    case "settings":
      return settingsAddress(place.section);
    case "combined":
      return place.near === undefined ? "#feed" : `#narrow/near/${place.near}`;
    default:
      return narrowAddress(place, state);
  }
}

const channelSlug = (id: ChannelId, state: State): string => {
  const channel = channelById(state, id);
  return channel === undefined ? String(id) : slugOf(id, channel.name);
};

function channelsAddress({ channel, section }: Extract<Route, { view: "channels" }>, state: State): string {
  const path = [
    "#channels",
    ...(channel === undefined ? [] : [String(channel), encodeOperand(channelById(state, channel)?.name ?? "-")]),
    ...(section === undefined ? [] : [encodeOperand(section)]),
  ];
  return path.join("/");
}

const encodePath = (path: string): string => path.split("/").map(encodeOperand).join("/");

/** Returns the URL hash of a section of the settings. */
export function settingsAddress(section: string | undefined): string {
  if (section === undefined) return "#settings";
  return hasOwnPath(section) ? `#${encodePath(section)}` : `#settings/${encodePath(section)}`;
}

/** True if a settings section has an address outside `#settings`. */
const hasOwnPath = (section: string): boolean => /^(organization|groups)(\/|$)/.test(section);

function narrowAddress(place: FeedRoute, state: State): string {
  const path = termsOf(place).map(({ operator, operand, negated }) => {
    const sign = negated === true ? "-" : "";
    return `${sign}${operator}/${encodedOperand(operator, operand, state)}`;
  });
  if (place.near !== undefined) path.push(`near/${place.near}`);
  return `#narrow/${path.join("/")}`;
}

function encodedOperand(operator: string, operand: Term["operand"], state: State): string {
  if (typeof operand === "string") return encodeOperand(operand);
  if (operator === "channel" && typeof operand === "number") return channelSlug(operand, state);
  const kind = operatorNamed(operator);
  if (kind !== undefined && isOfPeople(kind))
    return peopleSlug(typeof operand === "number" ? [operand] : operand, state);
  return String(operand);
}

const isOfPeople = (operator: OperatorName): boolean =>
  OPERATORS[operator].operand === "people" || OPERATORS[operator].operand === "person";

/** Returns the slug of a direct conversation. Messages to oneself have the user's own id. */
function peopleSlug(users: readonly UserId[], state: State): string {
  const [first = state.user_id, ...others] = users;
  if (others.length > 0) return `${users.join()}-group`;
  const name = userById(state, first)?.full_name;
  return name === undefined ? String(first) : slugOf(first, name);
}

/** Views whose URL hash has only one part. */
const SIMPLE: Readonly<Record<string, Route>> = {
  inbox: { view: "inbox" },
  recent: { view: "recent" },
  recent_topics: { view: "recent" },
  feed: { view: "combined" },
  all_messages: { view: "combined" },
  drafts: { view: "drafts" },
  scheduled: { view: "scheduled" },
  reminders: { view: "reminders" },
  "about-parley": { view: "about" },
  "about-zulip": { view: "about" },
};

/** Returns the place that an address leads to, or undefined if there is none. Also accepts older forms of addresses. */
export function placeOfAddress(hash: string, state: State): Route | undefined {
  // An address copied out of a browser may be percent-encoded twice.
  const path = hash.replace(/^#/, "").replaceAll("%", ".").split("/");
  const [name = "", ...rest] = path;
  if (rest.length === 0 && Object.hasOwn(SIMPLE, name)) return SIMPLE[name];
  switch (name) {
    case "narrow":
      return placeOfNarrow(rest, state);
    case "topics":
    case "board":
      return rest[0] === "channel" || rest[0] === "stream" ? placeOfChannel(name, rest[1], state) : undefined;
    case "channels":
    case "streams":
      return placeOfChannels(rest);
    case "settings":
      return placeOfSettings(rest);
    case "organization":
    case "groups":
      return placeOfSettings(path);
    default:
      return undefined;
  }
}

function placeOfChannel(view: "topics" | "board", slug: string | undefined, state: State): Route | undefined {
  const channel = slug === undefined ? undefined : channelOfSlug(slug, state);
  return channel === undefined ? undefined : { view, channel };
}

function placeOfChannels(path: readonly string[]): Route | undefined {
  const [first = "", , third] = path;
  if (first === "") return { view: "channels" };
  if (!/^\d+$/.test(first)) return withSection({ view: "channels" }, decodeOperand(first));
  const place = { view: "channels", channel: Number(first) } as const;
  return third === undefined ? place : withSection(place, decodeOperand(third));
}

const withSection = (place: Extract<Route, { view: "channels" }>, section: string | undefined) =>
  section === undefined ? undefined : { ...place, section };

function placeOfSettings(path: readonly string[]): Route | undefined {
  const parts = path.map(decodeOperand);
  if (parts.includes(undefined)) return undefined;
  const section = parts.join("/");
  return section === "" ? { view: "settings" } : { view: "settings", section };
}

function placeOfNarrow(path: readonly string[], state: State): Route | undefined {
  const terms: Term[] = [];
  let near: number | undefined;
  for (let at = 0; at < path.length; at += 2) {
    const [name = "", encoded] = path.slice(at, at + 2);
    const term = encoded === undefined ? undefined : termOf(name, encoded, state);
    if (term === undefined) return undefined;
    if (term.operator !== "near") terms.push(term);
    else if (typeof term.operand === "number") near = term.operand;
  }
  return placeOfTerms(terms, near);
}

function termOf(name: string, encoded: string, state: State): Term | undefined {
  const negated = name.startsWith("-");
  const plain = (negated ? name.slice(1) : name).replace(/^stream$/, "channel");
  const operator = plain === "search" ? plain : operatorNamed(plain);
  if (operator === undefined) return undefined;
  const operand = operator === "search" ? decodeOperand(encoded) : operandOf(operator, encoded, state);
  if (operand === undefined) return undefined;
  return negated ? { operator, operand, negated } : { operator, operand };
}

function operandOf(operator: OperatorName, encoded: string, state: State): Term["operand"] | undefined {
  const kind = OPERATORS[operator].operand;
  switch (kind) {
    case "channel":
      return channelOfSlug(encoded, state);
    case "topic":
      return decodeOperand(encoded);
    case "message":
      return /^\d+$/.test(encoded) ? Number(encoded) : undefined;
    case "person":
      return encoded === "me" ? "me" : idsOfSlug(encoded)?.[0];
    case "people":
      return idsOfSlug(encoded)
        ?.filter((id) => id !== state.user_id)
        .sort((a, b) => a - b);
    default:
      return valueNamed(kind, decodeOperand(encoded) ?? "");
  }
}

/** Finds a slug's channel by the id before the name. Older addresses only have the name. */
function channelOfSlug(slug: string, state: State): ChannelId | undefined {
  const id = /^(\d+)(-|$)/.exec(slug)?.[1];
  if (id !== undefined && channelById(state, Number(id)) !== undefined) return Number(id);
  const name = decodeOperand(slug);
  if (name === undefined) return undefined;
  const channel = channelNamed(state, name) ?? channelNamed(state, name.replaceAll("-", " "));
  return channel?.stream_id ?? (id === undefined ? undefined : Number(id));
}

function idsOfSlug(slug: string): UserId[] | undefined {
  const [ids = ""] = /^[\d,]+(?=-|$)/.exec(decodeOperand(slug) ?? "") ?? [];
  const list = ids.split(",").filter((id) => id !== "");
  return list.length === 0 ? undefined : list.map(Number);
}

export function homePlace(state: State): Route {
  switch (state.user_settings.web_home_view) {
    case "recent_topics":
    case "recent":
      return { view: "recent" };
    case "all_messages":
      return { view: "combined" };
    default:
      return { view: "inbox" };
  }
}

/** Encodes an operand of an address: percent-encoding with `.` instead of `%`. */
export const encodeOperand = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*.]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");

/** Returns undefined if the encoding is malformed. */
export function decodePercents(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

export const decodeOperand = (encoded: string): string | undefined => decodePercents(encoded.replaceAll(".", "%"));

/** Returns an id followed by a name, which is only for readability. */
export const slugOf = (id: number | string, name: string): string =>
  `${id}-${encodeOperand(name.replaceAll(" ", "-"))}`;
