import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { page } from "../../../api/page.ts";
import { integer } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { can } from "../../../realm/events/queue-client.ts";
import { eventEmittedHook, on } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { gainedBy } from "../calls/gained-access.ts";
import { newCallId } from "../calls/start-call.ts";
import { messagesMovedHook, messagesRemovedHook } from "../core/hooks.ts";
import { voiceRoomAdded, voiceRoomRemoved } from "./events.ts";
import {
  addVoiceRoom,
  announceRooms,
  enterVoiceRoom,
  keepRoomsBehind,
  keepRoomsWithout,
  removeVoiceRoom,
  roomsFor,
  schema,
  voiceRoomArchive,
} from "./voice-rooms.ts";

const params = { stream_id: integer };

const addVoiceRoomEndpoint = action({
  route: "POST /streams/:stream_id/voice_room",
  by: "human",
  params,
  run: ({ realm, actor, params }) => addVoiceRoom(realm, actor, params.stream_id),
});

const removeVoiceRoomEndpoint = action({
  route: "DELETE /streams/:stream_id/voice_room",
  by: "human",
  params,
  run: ({ realm, actor, params }) => removeVoiceRoom(realm, actor, params.stream_id),
});

/** Returns the call in a channel's room, as `POST /calls` does. */
const enterVoiceRoomEndpoint = action({
  route: "POST /streams/:stream_id/voice_room/enter",
  by: "human",
  params,
  reply: { call_id: v.string(), message_id: v.number(), existing: v.boolean(), encrypted: v.boolean() },
  run({ realm, actor, params }) {
    const { call, existing } = enterVoiceRoom(realm, actor, { channel: params.stream_id, call: newCallId(realm) });
    return { call_id: call.id, message_id: call.message_id, existing, encrypted: call.encrypted === 1 };
  },
});

const voiceRoomState = stateSlice({
  types: ["voice_room"],
  collect({ realm, actor, client }): { voice_rooms?: readonly number[] } {
    if (!can(client, "calls")) return {};
    return { voice_rooms: actor === null ? [] : roomsFor(realm, actor) };
  },
});

/**
 * The page that a room's link opens in other clients. It redirects to the channel in the web client, which shows the
 * room.
 */
const voiceRoomPage = page("GET /voice/:stream_id", ({ variables }) => {
  const id = Number(variables["stream_id"]);
  const Location = Number.isSafeInteger(id) ? `/#narrow/channel/${id}` : "/";
  return new Response(null, { status: 302, headers: { Location, "Cache-Control": "no-store" } });
});

/**
 * Voice rooms of channels, which are always open. The first person to enter starts a call, which ends after the last
 * one leaves.
 */
export const voiceRooms = feature({
  name: "voice-rooms",
  schema,
  archive: voiceRoomArchive,
  endpoints: [addVoiceRoomEndpoint, removeVoiceRoomEndpoint, enterVoiceRoomEndpoint],
  pages: [voiceRoomPage],
  events: [voiceRoomAdded, voiceRoomRemoved],
  state: [voiceRoomState],
  handlers: [
    on(eventEmittedHook, (realm, event) => {
      const gained = gainedBy(event);
      if (gained !== undefined) announceRooms(realm, gained);
    }),
    on(messagesMovedHook, keepRoomsBehind),
    on(messagesRemovedHook, keepRoomsWithout),
  ],
});
