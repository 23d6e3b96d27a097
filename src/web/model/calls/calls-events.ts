import { canRead } from "../channels/channel-rules.ts";
import { channelById } from "../channels/channels.ts";
import type { Handlers } from "../handlers.ts";
import type { ChannelId } from "../ids.ts";
import { deletedBy } from "../messages/message-update.ts";
import type { Call, State } from "../state.ts";

export const callsOf = (state: State): readonly Call[] => state.calls ?? [];

export const voiceRoomsOf = (state: State): readonly ChannelId[] => state.voice_rooms ?? [];

/**
 * Removes the calls and voice rooms of channels the user can no longer read. The events that would end them are only
 * sent to users who can read the channel.
 */
function forgetUnreadable(state: State): unknown {
  const isReadable = (id: ChannelId) => {
    const channel = channelById(state, id);
    return channel !== undefined && canRead(state, channel);
  };
  const calls = callsOf(state).filter(({ stream_id }) => stream_id === null || isReadable(stream_id));
  const rooms = voiceRoomsOf(state).filter(isReadable);
  const losesCalls = calls.length < callsOf(state).length;
  const losesRooms = rooms.length < voiceRoomsOf(state).length;
  if (losesCalls) state.calls = calls;
  if (losesRooms) state.voice_rooms = rooms;
  return losesCalls || losesRooms;
}

export const callsEvents: Handlers = {
  "call/start": (state, { call }) => {
    state.calls = [...callsOf(state).filter(({ call_id }) => call_id !== call.call_id), call];
  },
  "call/update": (state, event) => {
    const { conversation, member_ids, ringing_until } = event;
    state.calls = callsOf(state).map((call) => {
      if (call.call_id !== event.call_id) return call;
      const until = ringing_until === undefined ? call.ringing_until : ringing_until;
      return { ...call, ...conversation, member_ids: member_ids ?? call.member_ids, ringing_until: until };
    });
  },
  "call/end": (state, { call_id }) => {
    state.calls = callsOf(state).filter((call) => call.call_id !== call_id);
  },
  "voice_room/add": (state, { stream_id }) => {
    state.voice_rooms = [...voiceRoomsOf(state).filter((id) => id !== stream_id), stream_id];
  },
  "voice_room/remove": (state, { stream_id }) => {
    state.voice_rooms = voiceRoomsOf(state).filter((id) => id !== stream_id);
  },
  // The call's message was deleted, or moved to a place the user can't read.
  delete_message: (state, event) => {
    const gone = new Set(deletedBy(event));
    const left = callsOf(state).filter(({ message_id }) => !gone.has(message_id));
    if (left.length === callsOf(state).length) return false;
    state.calls = left;
    return true;
  },
  "subscription/remove": forgetUnreadable,
  "stream/delete": forgetUnreadable,
};
