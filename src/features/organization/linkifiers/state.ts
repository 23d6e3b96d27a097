import { can } from "../../../realm/events/queue-client.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { linkifiersOf } from "./linkifiers.ts";

export const linkifierState = stateSlice({
  types: ["realm_linkifiers"],
  collect: ({ realm, client }) => ({
    realm_linkifiers: can(client, "linkifier_url_template") ? linkifiersOf(realm) : [],
  }),
});

/** The form of linkifiers before they had URL templates. It is empty for all clients (register-and-events.md 4). */
export const filterState = stateSlice({ types: ["realm_filters"], collect: () => ({ realm_filters: [] }) });
