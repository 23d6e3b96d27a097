import type { Channel, State, Subscription } from "../state.ts";

/** The state registered without an account, which has no event queue. */
type SpectatorState = Omit<State, "queue_id"> & { readonly queue_id: null };

/** Converts the state of a user without an account to the usual form: readable channels become subscriptions. */
export function asSpectator(registered: SpectatorState): State {
  return {
    ...registered,
    queue_id: "",
    subscriptions: registered.never_subscribed.map(asSubscription),
    never_subscribed: [],
  };
}

/** Channel colors that are distinct in both themes. */
const COLORS = ["#76ce90", "#fae589", "#a6c7e5", "#e79ab5", "#bfd56f", "#f4ae55", "#b0a5fd", "#addfe5"];

const asSubscription = (channel: Channel): Subscription => ({
  ...channel,
  color: COLORS[channel.stream_id % COLORS.length] ?? "",
  is_muted: false,
  in_home_view: true,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
});
