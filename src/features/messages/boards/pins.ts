import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, missingArgument } from "../../../protocol/errors.ts";
import type { ChannelId, TopicId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkCount } from "../../../protocol/quota.ts";
import { MAX_PIN_TITLE_LENGTH } from "../../../protocol/text-lengths.ts";
import type { RealmEvent } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Channel, channelEntity, channelIndex, subscriptionsOf } from "../../channels/channels/channels.ts";
import { findTopic, topicsWithIds } from "../../conversations/topics.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { accessMessage } from "../core/store/access.ts";
import { boardAudience, isSeenBy, pinAudience } from "./access.ts";
import { boardChanged } from "./board-message.ts";
import { type PinObject, pinAdded, pinChanged, pinRemoved } from "./events.ts";
import { deletePin, insertPin, type PinRow, pinsOfChannel, topicPinsAmong, updatePin } from "./rows.ts";

/** What a pin shows. Exactly one of topic, message and URL is set. */
type PinTarget = Pick<PinRow, "topic_id" | "message_id" | "url" | "title">;

const NOTHING: PinTarget = { topic_id: null, message_id: null, url: null, title: "" };

export function topicToPin(realm: Realm, actor: Actor, channel: Channel, name: string): PinTarget {
  const topic = findTopic(realm, channel.conversation_id, name);
  const pinned = { ...NOTHING, topic_id: topic?.id ?? null };
  if (topic === undefined || !isSeenBy(realm, channel, pinned)(actor)) throw badRequest("Topic does not exist");
  return pinned;
}

export function messageToPin(realm: Realm, actor: Actor, channel: Channel, id: number): PinTarget {
  const place = accessMessage(realm, actor, id);
  if (place.conversation_id !== channel.conversation_id) throw badRequest("The message is not in this channel.");
  return { ...NOTHING, message_id: place.id };
}

export function linkToPin(url: string | undefined, title: string | undefined): PinTarget {
  if (url === undefined) throw missingArgument("topic");
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) throw badRequest("url is not an http or https URL");
  const { href } = address;
  // Percent-encoding may have made the URL longer.
  if (href.length > limits.text.url) throw badRequest(`url is too long (limit: ${limits.text.url} characters)`);
  return { ...NOTHING, url: href, title: title ?? [...url].slice(0, MAX_PIN_TITLE_LENGTH).join("") };
}

export const pinsFor = (realm: Realm, actor: Actor, channel: Channel): PinObject[] =>
  pinObjects(
    realm,
    pinsOfChannel.all(realm.sql, { channel: channel.id }).filter((pin) => isSeenBy(realm, channel, pin)(actor)),
  );

function pinObjects(realm: Realm, pins: readonly PinRow[]): PinObject[] {
  const topics = topicsOf(realm, pins);
  return pins.map((pin) => ({
    pin_id: pin.id,
    position: pin.position,
    ...(pin.topic_id !== null && { topic_name: nameOf(topics, pin) }),
    ...(pin.message_id !== null && { message_id: pin.message_id }),
    ...(pin.url !== null && { url: pin.url, title: pin.title }),
    pinned_by: pin.pinned_by,
    date_pinned: pin.pinned_at,
  }));
}

type Topics = ReturnType<typeof topicsWithIds>;
const topicsOf = (realm: Realm, pins: readonly PinRow[]): Topics =>
  topicsWithIds(
    realm,
    pins.flatMap(({ topic_id }) => topic_id ?? []),
  );
const nameOf = (topics: Topics, { topic_id }: PinRow): string =>
  topic_id === null ? "" : (topics.get(topic_id)?.name ?? "");

/** Adds a pin. If it is on the board already, the existing pin stays. */
export function addPin(
  realm: Realm,
  actor: Actor,
  channel: Channel,
  { position, ...pinned }: PinTarget & { readonly position: number | undefined },
): PinRow {
  const pins = pinsOfChannel.all(realm.sql, { channel: channel.id });
  const known = pins.find((pin) => isSame(pin, pinned));
  if (known !== undefined) return known;
  checkCount(pins.length + 1, limits.channel.pins, "pins in a channel");
  const pin = insertPin.one(realm.sql, {
    channel_id: channel.id,
    position: position ?? afterAll(pins),
    ...pinned,
    pinned_by: actor.user_id,
    pinned_at: realm.seconds(),
  });
  recordChange(realm, channel, "pin_added", pin);
  emitPin(realm, channel, pin, pinAdded);
  spread(realm, channel, pin);
  boardChanged(realm, channel.id);
  return pin;
}

const isSame = (pin: PinRow, { topic_id, message_id, url }: PinTarget): boolean =>
  pin.topic_id === topic_id && pin.message_id === message_id && pin.url === url;

const afterAll = (pins: readonly PinRow[]): number => Math.floor(pins.at(-1)?.position ?? -1) + 1;

export function changePin(
  realm: Realm,
  channel: Channel,
  pin: PinRow,
  {
    position = pin.position,
    title = pin.title,
  }: { readonly position?: number | undefined; readonly title?: string | undefined },
): void {
  if (position === pin.position && title === pin.title) return;
  if (title !== pin.title && pin.url === null) throw badRequest("Only links have a title.");
  const changed = { ...pin, position, title };
  updatePin.run(realm.sql, changed);
  recordChange(realm, channel, position === pin.position ? "pin_changed" : "pin_moved", pin);
  emitPin(realm, channel, changed, pinChanged);
  if (position !== pin.position) spread(realm, channel, changed);
  boardChanged(realm, channel.id);
}

export function removePin(realm: Realm, channel: Channel, pin: PinRow): void {
  recordChange(realm, channel, "pin_removed", pin);
  dropPin(realm, channel, pin);
}

/**
 * Removes a pin whose topic or message leaves the channel. The audit log doesn't record this as a change to the board.
 */
export function dropPin(realm: Realm, channel: Channel, pin: PinRow): void {
  deletePin.run(realm.sql, { id: pin.id });
  emitRemoved(realm, channel, pin);
  boardChanged(realm, channel.id);
}

/** Appends the pin of a moved topic to the new channel's board. Drops the pin if that board is full. */
export function bringPin(realm: Realm, from: Channel, to: Channel, pin: PinRow, topic_id: TopicId): void {
  const pins = pinsOfChannel.all(realm.sql, { channel: to.id });
  if (pins.length >= limits.channel.pins) {
    dropPin(realm, from, pin);
    return;
  }
  emitRemoved(realm, from, pin);
  const brought = { ...pin, channel_id: to.id, topic_id, position: afterAll(pins) };
  updatePin.run(realm.sql, brought);
  emitPin(realm, to, brought, pinAdded);
  spread(realm, to, brought);
  for (const { id } of [from, to]) boardChanged(realm, id);
}

export function renamePin(realm: Realm, channel: Channel, pin: PinRow, topic_id: TopicId): void {
  const renamed = { ...pin, topic_id };
  if (topic_id !== pin.topic_id) updatePin.run(realm.sql, renamed);
  emitPin(realm, channel, renamed, pinChanged);
  boardChanged(realm, channel.id);
}

type PinEvent = Parameters<typeof pinAdded>[0];

/** Sent to all readers of the channel, because the pin's topic or message may already be deleted. Contains only ids. */
const emitRemoved = (realm: Realm, channel: Channel, { id: pin_id }: PinRow): void =>
  realm.emit(pinRemoved({ stream_id: channel.id, pin_id }), boardAudience(realm, channel));

function emitPin(realm: Realm, channel: Channel, pin: PinRow, happened: (payload: PinEvent) => RealmEvent): void {
  for (const object of pinObjects(realm, [pin])) {
    realm.emit(happened({ stream_id: channel.id, pin: object }), pinAudience(realm, channel, pin));
  }
}

/** Highest position that clients can set and archives can contain. */
export const MAX_POSITION = 1_000_000;

/** Positions closer than this are renumbered, because the distance between two numbers can't be halved forever. */
const CLOSEST = 2 ** -20;

/**
 * Renumbers all pins from 0 if `pin` is too close to another one, or beyond the highest position. At equal positions,
 * `pin` comes first.
 */
function spread(realm: Realm, channel: Channel, pin: PinRow): void {
  const others = pinsOfChannel.all(realm.sql, { channel: channel.id }).filter(({ id }) => id !== pin.id);
  const isApart = others.every(({ position }) => Math.abs(position - pin.position) >= CLOSEST);
  if (isApart && pin.position <= MAX_POSITION) return;
  const [before, after] = [
    others.filter(({ position }) => position < pin.position),
    others.filter(({ position }) => position >= pin.position),
  ];
  for (const [position, each] of [...before, pin, ...after].entries()) {
    if (each.position === position) continue;
    const moved = { ...each, position };
    updatePin.run(realm.sql, moved);
    emitPin(realm, channel, moved, pinChanged);
  }
}

export function recordChange(realm: Realm, channel: Channel, what: string, pin?: PinRow): void {
  const shown = pin && { topic: pin.topic_id, message: pin.message_id, url: pin.url };
  audit(realm, "channel.board_changed", { of: channelEntity(channel), details: { what, ...shown } });
}

export interface PinnedTopic {
  readonly pin_id: number;
  readonly stream_id: ChannelId;
  readonly topic_name: string;
  readonly position: number;
}

/** Maximum pinned topics returned at registration. Requests for a board return all pins that the caller can see. */
const MAX_REGISTERED = 2000;

export function pinnedTopicsOf(realm: Realm, actor: Actor): PinnedTopic[] {
  const { byId } = channelIndex(realm);
  const channels = subscriptionsOf(realm, actor.user_id).flatMap(({ active, channel_id }) =>
    active === 1 ? [channel_id] : [],
  );
  const rows = topicPinsAmong.all(realm.sql, { channels: JSON.stringify(channels), most: MAX_REGISTERED });
  const topics = topicsOf(realm, rows);
  return rows.flatMap((pin) => {
    const channel = byId.get(pin.channel_id);
    if (channel === undefined || !isSeenBy(realm, channel, pin)(actor)) return [];
    const { id: pin_id, channel_id: stream_id, position } = pin;
    return [{ pin_id, stream_id, topic_name: nameOf(topics, pin), position }];
  });
}
