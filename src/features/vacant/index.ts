import { customProfileFieldTypes } from "../../protocol/limits.ts";
import { feature } from "../../realm/feature.ts";
import { type StateSlice, stateSlice } from "../../realm/state-slice.ts";

const empty = (type: string, keys: object): StateSlice => stateSlice({ types: [type], collect: () => keys });

/**
 * What clients ask for at registration and no organization has any of yet: told as empty, which it is. A capability
 * that comes takes its line out of here.
 */
export const vacant = feature({
  name: "vacant",
  state: [
    empty("alert_words", { alert_words: [] }),
    empty("custom_profile_fields", {
      custom_profile_fields: [],
      custom_profile_field_types: customProfileFieldTypes,
    }),
    empty("drafts", { drafts: [] }),
    empty("giphy", { giphy_api_key: "" }),
    empty("muted_users", { muted_users: [] }),
    empty("navigation_views", { navigation_views: [] }),
    empty("onboarding_steps", { onboarding_steps: [], navigation_tour_video_url: null }),
    empty("push_devices", { push_devices: {} }),
    empty("realm_billing", { realm_billing: { has_pending_sponsorship_request: false } }),
    empty("realm_domains", { realm_domains: [] }),
    empty("realm_embedded_bots", { realm_embedded_bots: [] }),
    empty("realm_incoming_webhook_bots", { realm_incoming_webhook_bots: [] }),
    empty("realm_emoji", { realm_emoji: {} }),
    empty("realm_filters", { realm_filters: [] }),
    empty("realm_linkifiers", { realm_linkifiers: [] }),
    empty("realm_playgrounds", { realm_playgrounds: [] }),
    empty("reminders", { reminders: [] }),
    empty("saved_snippets", { saved_snippets: [] }),
    empty("scheduled_messages", { scheduled_messages: [] }),
    empty("stop_words", { stop_words: [] }),
    empty("video_calls", { has_zoom_token: false }),
  ],
});
