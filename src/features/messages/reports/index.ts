import { feature } from "../../../feature.ts";
import { reportMessageEndpoint } from "./report-message.ts";
import { reportTypesState } from "./reports.ts";

/** Reporting messages to the moderators of the organization. */
export const reports = feature({ name: "reports", endpoints: [reportMessageEndpoint], state: [reportTypesState] });
