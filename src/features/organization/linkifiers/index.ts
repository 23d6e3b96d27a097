import { feature } from "../../../feature.ts";
import { linkifierArchive } from "./archive.ts";
import {
  addLinkifierEndpoint,
  filterState,
  getFiltersEndpoint,
  getLinkifiersEndpoint,
  linkifierState,
  orderLinkifiersEndpoint,
  removeLinkifierEndpoint,
  updateLinkifierEndpoint,
} from "./endpoints.ts";
import { linkifiersChanged } from "./events.ts";
import { schema } from "./linkifiers.ts";

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
