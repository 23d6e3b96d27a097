import { feature } from "../../../feature.ts";
import { addSubmessageEndpoint } from "./add-submessage.ts";
import { submessageAdded } from "./events.ts";

/** Adds submessages to widgets: votes, options, tasks. */
export const widgetsActions = feature({
  name: "submessages",
  endpoints: [addSubmessageEndpoint],
  events: [submessageAdded],
});
