import { stateSlice } from "../../../realm/state-slice.ts";
import { integrations } from "./integrations.ts";

const realm_incoming_webhook_bots = integrations.map(({ name, title, events, options = [] }) => ({
  name,
  display_name: title,
  all_event_types: events.length === 0 ? null : [...events],
  config_options: [],
  url_options: options.map((key) => ({ key, label: key, validator: "check_string", input_type: "text" })),
}));

/** The integrations, for clients that make the addresses of webhooks. The Worker adds them, who has them too. */
export const integrationsSlice = stateSlice({
  types: ["realm_incoming_webhook_bots"],
  collect: () => ({}),
  shape: () => ({ realm_incoming_webhook_bots }),
});
