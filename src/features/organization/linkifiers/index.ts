import { feature } from "../../../feature.ts";
import { can } from "../../../realm/events/queue-client.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { addLinkifierEndpoint } from "./add-linkifier.ts";
import { linkifiersChanged } from "./events.ts";
import { getFiltersEndpoint, getLinkifiersEndpoint } from "./get-linkifiers.ts";
import { linkifiersOf } from "./linkifiers.ts";
import { orderLinkifiersEndpoint } from "./order-linkifiers.ts";
import { removeLinkifierEndpoint } from "./remove-linkifier.ts";
import { schema } from "./rows.ts";
import { updateLinkifierEndpoint } from "./update-linkifier.ts";

/** Patterns of an organization's own, such as the numbers of its tickets, that become links. */
export const linkifiers = feature({
  name: "linkifiers",
  schema,
  endpoints: [
    getLinkifiersEndpoint,
    getFiltersEndpoint,
    addLinkifierEndpoint,
    updateLinkifierEndpoint,
    removeLinkifierEndpoint,
    orderLinkifiersEndpoint,
  ],
  events: [linkifiersChanged],
  state: [
    stateSlice({
      types: ["realm_linkifiers"],
      collect: ({ realm, client }) => ({
        realm_linkifiers: can(client, "linkifier_url_template") ? linkifiersOf(realm) : [],
      }),
    }),
    // What they were before they had templates: no client is told of any (register-and-events.md 4).
    stateSlice({ types: ["realm_filters"], collect: () => ({ realm_filters: [] }) }),
  ],
});
