import type { Json } from "./json.ts";

type Apply = (state: Json, event: Json) => void;

/** What events make of the state of older clients, beyond what the web client's model knows. */
const LEGACY_STATE: Record<string, Apply> = {
  muted_topics: () => {},
  update_display_settings: (state, { setting_name, setting }) => {
    state[setting_name] = setting;
  },
  update_global_notifications: (state, { notification_name, setting }) => {
    state[notification_name] = setting;
  },
};

/** Older clients know people by their addresses. */
const isByAddress = ({ presences }: Json): boolean => Object.keys(presences).some((name) => name.includes("@"));

/** Whoever is not to be seen was never there. */
const followPresences: Apply = (state, { presences = {} }) => {
  for (const [id, { idle_timestamp }] of Object.entries<Json>(presences)) {
    const user = state.realm_users.find((one: Json) => one.user_id === Number(id));
    if (idle_timestamp === 0) delete state.presences[user?.email];
  }
};

/** How an older client applies an event that the model does not, or not in its form. */
export const legacyFor = (state: Json, name: string): Apply | undefined =>
  name === "presence" && isByAddress(state) ? followPresences : LEGACY_STATE[name];
