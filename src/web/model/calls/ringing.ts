import { serverNow } from "../server-time.ts";
import type { State } from "../state.ts";
import { type CallId, callById } from "./calls.ts";
import { type Ring, type RingEnd, ringsOf } from "./rings.ts";

export const ringsIn = (state: State): readonly Ring[] => [
  ...[...ringsOf(state).values()].filter((one) => typeof one !== "string"),
  ...rangBefore(state),
];

/**
 * Returns the calls that were already ringing when the client registered, because no event reports them. Empty if the
 * user is in a call, because such users aren't rung.
 */
function rangBefore(state: State): readonly Ring[] {
  const calls = state.calls ?? [];
  if (calls.some(({ member_ids }) => member_ids.includes(state.user_id))) return [];
  const muted = new Set(state.muted_users.map(({ id }) => id));
  return calls.flatMap(({ call_id, stream_id, starter_id: by, video, ringing_until: expires_at }) => {
    if (stream_id !== null || by === state.user_id || muted.has(by) || ringsOf(state).has(call_id)) return [];
    const isRinging = expires_at !== null && expires_at > serverNow();
    return isRinging ? [{ call_id, by, video, expires_at }] : [];
  });
}

/**
 * Returns "ringing" while a call started by the user rings for the others, then how the ringing ended. Undefined
 * otherwise.
 */
export function ringingOf(state: State, id: CallId): "ringing" | RingEnd | undefined {
  const call = callById(state, id);
  if (call?.starter_id !== state.user_id) return undefined;
  if (call.ringing_until !== null) return "ringing";
  const end = ringsOf(state).get(id);
  return typeof end === "string" ? end : undefined;
}
