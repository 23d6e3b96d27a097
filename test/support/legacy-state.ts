import type { Json } from "./json.ts";

type Apply = (state: Json, event: Json) => void;

const NO_REGISTRATION = {
  ...{ push_key_id: null, push_token_id: null, pending_push_token_id: null },
  ...{ push_token_last_updated_timestamp: null, push_registration_error_code: null },
};

/** Parts of the state for apps and older clients. Events change them, but the web client's model doesn't have them. */
const LEGACY_STATE: Record<string, Apply> = {
  muted_topics: () => {},
  update_display_settings: (state, { setting_name, setting }) => {
    state[setting_name] = setting;
  },
  "realm_emoji/update": (state, { realm_emoji }) => {
    state.realm_emoji = realm_emoji;
  },
  update_global_notifications: (state, { notification_name, setting }) => {
    state[notification_name] = setting;
  },
  push_device: (state, { push_account_id, status, error_code = null }) => {
    state.push_devices = { ...state.push_devices, [push_account_id]: { status, error_code } };
  },
  "device/add": (state, { device_id }) => {
    state.devices[device_id] = { ...NO_REGISTRATION };
  },
  "device/update": (state, { id: _, type: __, op: ___, device_id, ...changes }) => {
    Object.assign(state.devices[device_id], changes);
  },
  "device/remove": (state, { device_id }) => {
    delete state.devices[device_id];
  },
};

/** True if the client identifies users by email address, as older clients do. */
const isByAddress = ({ presences }: Json): boolean => Object.keys(presences).some((name) => name.includes("@"));

/** Applies presences as older clients do. A user who must not be visible never appears. */
const followPresences: Apply = (state, { presences = {} }) => {
  for (const [id, { idle_timestamp }] of Object.entries<Json>(presences)) {
    const user = state.realm_users.find((one: Json) => one.user_id === Number(id));
    if (idle_timestamp === 0) delete state.presences[user?.email];
  }
};

/** Returns how an older client applies an event, if the model applies it differently or not at all. */
export const legacyFor = (state: Json, name: string): Apply | undefined =>
  name === "presence" && isByAddress(state) ? followPresences : LEGACY_STATE[name];
