import type { Handlers } from "../handlers.ts";
import type { UserId } from "../ids.ts";
import type { Presence, State, Status } from "../state.ts";
import { userById } from "./users.ts";

const EMOJI = ["emoji_name", "emoji_code", "reaction_type"] as const;

export const presenceEvents: Handlers = {
  /** Also handles replies to presence pings, which are the only source of presences in large organizations. */
  presence: (state, { presences = {} }) => {
    for (const [id, presence] of Object.entries(presences)) {
      // The server sends 0 for people whose presence is hidden.
      if (presence.idle_timestamp === 0) delete state.presences[id];
      else state.presences[id] = presence;
    }
  },
  user_status: (state, event) => {
    const status: Status = { ...state.user_status[event.user_id] };
    for (const name of ["away", "status_text", ...EMOJI] as const)
      if (event[name] !== undefined) Object.assign(status, { [name]: event[name] });
    if (status.emoji_name === "") for (const name of EMOJI) delete status[name];
    for (const name of ["away", "status_text"] as const) if (!status[name]) delete status[name];
    if (Object.keys(status).length > 0) state.user_status[event.user_id] = status;
    else delete state.user_status[event.user_id];
  },
  "realm_user/remove": (state, { person: { user_id } }) => {
    delete state.user_status[user_id];
    delete state.presences[user_id];
  },
};

type Activity = "active" | "idle" | "offline";

/** Returns a user's activity, or undefined for bots and if presence is disabled. `now` is server time in seconds. */
export function presenceOf(state: State, id: UserId, now: number): Activity | undefined {
  const user = userById(state, id);
  if (user === undefined || user.is_bot || state.realm_presence_disabled) return undefined;
  const { active_timestamp, idle_timestamp } = state.presences[id] ?? NEVER;
  const since = now - state.server_presence_offline_threshold_seconds;
  if (active_timestamp > since) return "active";
  return idle_timestamp > since ? "idle" : "offline";
}

const NEVER: Presence = { active_timestamp: 0, idle_timestamp: 0 };
