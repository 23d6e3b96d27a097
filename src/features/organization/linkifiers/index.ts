import { feature } from "../../../feature.ts";
import { addLinkifierEndpoint } from "./add-linkifier.ts";
import { linkifierArchive } from "./archive.ts";
import { linkifiersChanged } from "./events.ts";
import { getFiltersEndpoint, getLinkifiersEndpoint } from "./get-linkifiers.ts";
import { orderLinkifiersEndpoint } from "./order-linkifiers.ts";
import { removeLinkifierEndpoint } from "./remove-linkifier.ts";
import { schema } from "./rows.ts";
import { filterState, linkifierState } from "./state.ts";
import { updateLinkifierEndpoint } from "./update-linkifier.ts";

/** Linkifiers: patterns in messages, such as ticket numbers, that become links. */
export const linkifiers = feature({
  name: "linkifiers",
  schema,
  archive: linkifierArchive,
  endpoints: [
    getLinkifiersEndpoint,
    getFiltersEndpoint,
    addLinkifierEndpoint,
    updateLinkifierEndpoint,
    removeLinkifierEndpoint,
    orderLinkifiersEndpoint,
  ],
  events: [linkifiersChanged],
  state: [linkifierState, filterState],
});
