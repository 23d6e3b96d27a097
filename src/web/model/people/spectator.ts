import type { Channel, State, Subscription } from "../state.ts";

/** What a registration of somebody without an account does not have. */
type SpectatorState = Omit<State, "queue_id"> & { readonly queue_id: null };

/** The state of somebody without an account, in the form of everybody's: they have the channels that they may look at. */
export function asSpectator(registered: SpectatorState): State {
  return {
    ...registered,
    queue_id: "",
    subscriptions: registered.never_subscribed.map(asSubscription),
    never_subscribed: [],
  };
}

/** Colours that tell channels apart in either theme. */
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
