import { feature } from "../../../feature.ts";
import { eventEmittedHook, on } from "../../../realm/realm.ts";
import { gainedBy } from "../calls/gained-access.ts";
import { messagesMovedHook, messagesRemovedHook } from "../core/hooks.ts";
import {
  addVoiceRoomEndpoint,
  enterVoiceRoomEndpoint,
  removeVoiceRoomEndpoint,
  voiceRoomPage,
  voiceRoomState,
} from "./endpoints.ts";
import { voiceRoomAdded, voiceRoomRemoved } from "./events.ts";
import { announceRooms, keepRoomsBehind, keepRoomsWithout, schema, voiceRoomArchive } from "./voice-rooms.ts";

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
