import { feature } from "../../../feature.ts";
import { getUnsubscribeEndpoint, unsubscribeEndpoint, unsubscribePages } from "./unsubscribe-pages.ts";

/** Links in emails that unsubscribe from their kind, without a login. */
export const unsubscribing = feature({
  name: "unsubscribing",
  endpoints: [getUnsubscribeEndpoint, unsubscribeEndpoint],
  pages: unsubscribePages,
});
