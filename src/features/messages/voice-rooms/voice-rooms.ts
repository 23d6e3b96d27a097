import { type NoParams, statement } from "../../../database/statement.ts";
import { userMarkdown } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission, notFound } from "../../../protocol/errors.ts";
import { type ChannelId, type MessageId, toChannelId, type UserId } from "../../../protocol/ids.ts";
import { tableArchive } from "../../../realm/archive-io/feature-archive.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { type Audience, within } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { accessChannel, canAdminister, hasContentAccess } from "../../channels/channels/access.ts";
import { type Channel, channelEntity, channelIndex } from "../../channels/channels/channels.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import { sendChannelNotice } from "../../organization/system-messages/system-messages.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { checkMayStart, refuseIfOff } from "../calls/access.ts";
import { endCall, openCallInRoom, openCalls } from "../calls/calls.ts";
import type { GainedAccess } from "../calls/gained-access.ts";
import { countNewCall } from "../calls/start-call.ts";
import { voiceRoomAdded, voiceRoomRemoved } from "./events.ts";

export const schema = [
  `CREATE TABLE voice_rooms (
     channel_id INTEGER PRIMARY KEY,
     -- The message that leads to the room. It is posted again if it was deleted.
     message_id INTEGER
   ) STRICT`,
];

interface RoomRow {
  readonly channel_id: ChannelId;
  readonly message_id: MessageId | null;
}

const allRooms = statement<NoParams, RoomRow>("SELECT channel_id, message_id FROM voice_rooms ORDER BY channel_id");
const putRoom = statement<Pick<RoomRow, "channel_id" | "message_id">>(
  `INSERT INTO voice_rooms (channel_id, message_id) VALUES (:channel_id, :message_id)
   ON CONFLICT (channel_id) DO UPDATE SET message_id = excluded.message_id`,
);
const deleteRoom = statement<{ channel: ChannelId }>("DELETE FROM voice_rooms WHERE channel_id = :channel");

const roomsKey = cacheKey<ReadonlyMap<ChannelId, RoomRow>>("voice rooms");

const voiceRooms = (realm: Realm): ReadonlyMap<ChannelId, RoomRow> =>
  realm.cached(roomsKey, () => new Map(allRooms.all(realm.sql, {}).map((row) => [row.channel_id, row])));

function writeRoom(realm: Realm, row: RoomRow): void {
  putRoom.run(realm.sql, row);
  realm.forget(roomsKey);
}

export const roomsFor = (realm: Realm, actor: Actor): ChannelId[] =>
  [...voiceRooms(realm).keys()].filter((id) => {
    const channel = channelIndex(realm).byId.get(id);
    return channel !== undefined && hasContentAccess(realm, actor, channel);
  });

const audienceOf = (realm: Realm, channel: Channel): Audience => ({
  includes: (user, client) => can(client, "calls") && hasContentAccess(realm, viewerOf(realm, user), channel),
});

/** Leaves out which message shows a room, because its link contains this server's address. */
export const voiceRoomArchive = tableArchive("voice_rooms", {
  rehearsed: null,
  reading: { key: ["channel_id"], columns: [] },
  row: (row, { filter }) => (filter.includesChannel(row.number("channel_id")) ? row.of("voice_rooms") : undefined),
  write(writing, row) {
    const id = writing.id("channel", row.channel_id);
    if (id === undefined) return LeftOut.unknownChannel;
    const channel_id = toChannelId(id);
    if (voiceRooms(writing.realm).has(channel_id)) return LeftOut.twice;
    writeRoom(writing.realm, { channel_id, message_id: null });
    return undefined;
  },
});

const TOPIC = "voice room";

/** Posts a message that links to the room, for clients that don't show voice rooms. */
function postLink(realm: Realm, { id }: Channel, sentence: (link: string) => string, by?: UserId) {
  const content = sentence(`[voice room](${realm.url}/voice/${id})`);
  const readBy = by === undefined ? undefined : new Set([by]);
  return sendChannelNotice(realm, { channel: id, topic: TOPIC, content, readBy });
}

function accessChannelToAdminister(realm: Realm, actor: Actor, id: number): Channel {
  const channel = accessChannel(realm, actor, id, "content");
  if (!canAdminister(realm, actor, channel)) throw insufficientPermission();
  return channel;
}

const checkNotArchived = ({ is_archived }: Channel): void => {
  if (is_archived === 1) throw badRequest("This channel is archived.");
};

export function addVoiceRoom(realm: Realm, actor: Actor, id: number): void {
  const channel = accessChannelToAdminister(realm, actor, id);
  checkMayStart(realm, actor);
  checkNotArchived(channel);
  if (voiceRooms(realm).has(channel.id)) return;
  const sentence = (link: string) => `${userMarkdown(actor)} opened a ${link} in this channel.`;
  writeRoom(realm, { channel_id: channel.id, message_id: postLink(realm, channel, sentence, actor.user_id) });
  audit(realm, "channel.voice_room_added", { of: channelEntity(channel) });
  realm.emit(voiceRoomAdded({ stream_id: channel.id }), audienceOf(realm, channel));
}

/** Removes a channel's room, and ends the call in it. */
export function removeVoiceRoom(realm: Realm, actor: Actor, id: number): void {
  const channel = accessChannelToAdminister(realm, actor, id);
  const room = voiceRooms(realm).get(channel.id);
  if (room === undefined) return;
  const call = callIn(realm, room);
  if (call !== undefined) endCall(realm, call, "ended");
  deleteRoom.run(realm.sql, { channel: channel.id });
  realm.forget(roomsKey);
  audit(realm, "channel.voice_room_removed", { of: channelEntity(channel) });
  realm.emit(voiceRoomRemoved({ stream_id: channel.id }), audienceOf(realm, channel));
}

const callIn = (realm: Realm, { message_id }: RoomRow) =>
  openCalls(realm).find((call) => call.is_room === 1 && call.message_id === message_id);

/**
 * Returns the call in a channel's room, and opens one if the room is empty. Only the newest call is kept, so a room
 * costs nothing between calls.
 */
export function enterVoiceRoom(
  realm: Realm,
  actor: Actor,
  { channel: channelId, call: id }: { readonly channel: number; readonly call: string },
) {
  refuseIfOff(realm);
  const channel = accessChannel(realm, actor, channelId, "content");
  checkNotArchived(channel);
  const room = voiceRooms(realm).get(channel.id);
  if (room === undefined) throw notFound("This channel has no voice room.");
  const open = callIn(realm, room);
  if (open !== undefined) return { call: open, existing: true };
  countNewCall(realm, actor);
  const message = room.message_id ?? postLink(realm, channel, (link) => `This channel has a ${link}.`);
  if (room.message_id === null) writeRoom(realm, { channel_id: channel.id, message_id: message });
  return { call: openCallInRoom(realm, id, message), existing: false };
}

const roomsWith = (realm: Realm, messages: readonly MessageId[]): RoomRow[] => {
  const ids = new Set<number | null>(messages);
  return [...voiceRooms(realm).values()].filter(({ message_id }) => message_id !== null && ids.has(message_id));
};

/** Clears the message id of rooms whose message was deleted, by a user or due to its age. The rooms stay. */
export function keepRoomsWithout(realm: Realm, messages: readonly MessageId[]): void {
  for (const { channel_id } of roomsWith(realm, messages)) writeRoom(realm, { channel_id, message_id: null });
}

/** When messages move to another channel, ends the calls of their rooms. The rooms stay, without a message. */
export function keepRoomsBehind(realm: Realm, messages: readonly MessageId[], changesChannel: boolean): void {
  if (!changesChannel) return;
  for (const room of roomsWith(realm, messages)) {
    const call = callIn(realm, room);
    if (call !== undefined) endCall(realm, call, "ended");
    writeRoom(realm, { ...room, message_id: null });
  }
}

/** Emits the rooms of channels to users who may have gained access to them. */
export function announceRooms(realm: Realm, { channels, users }: GainedAccess): void {
  for (const id of voiceRooms(realm).keys()) {
    const channel = channelIndex(realm).byId.get(id);
    if (channel === undefined || channels?.has(id) === false) continue;
    const audience = audienceOf(realm, channel);
    realm.emit(voiceRoomAdded({ stream_id: id }), users === undefined ? audience : within(audience, users));
  }
}
