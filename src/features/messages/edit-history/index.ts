import { feature } from "../../../feature.ts";
import { getHistoryEndpoint } from "./get-history.ts";

/** The edit history of messages. */
export const editHistory = feature({ name: "history", endpoints: [getHistoryEndpoint] });
