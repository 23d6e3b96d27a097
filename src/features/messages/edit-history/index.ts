import { feature } from "../../../feature.ts";
import { getHistoryEndpoint } from "./get-history.ts";

/** What messages were before they were changed. */
export const history = feature({ name: "history", endpoints: [getHistoryEndpoint] });
