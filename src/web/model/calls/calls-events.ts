import { canRead } from "../channels/channel-rules.ts";
import { channelById } from "../channels/channels.ts";
import type { Handlers } from "../handlers.ts";
import { deletedBy } from "../messages/message-update.ts";
import type { Call, State } from "../state.ts";

export const callsOf = (state: State): readonly Call[] => state.calls ?? [];

/** Removes the calls of channels the user can no longer read, because their ends are only reported to readers. */
function forgetUnreadable(state: State): unknown {
  const left = callsOf(state).filter(({ stream_id }) => {
    if (stream_id === null) return true;
    const channel = channelById(state, stream_id);
    return channel !== undefined && canRead(state, channel);
  });
  if (left.length === callsOf(state).length) return false;
  state.calls = left;
  return true;
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
