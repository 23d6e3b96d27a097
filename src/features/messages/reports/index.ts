import { feature } from "../../../feature.ts";
import { reportMessageEndpoint } from "./report-message.ts";

/** Messages that people want moderators to look at. */
export const reports = feature({ name: "reports", endpoints: [reportMessageEndpoint] });
