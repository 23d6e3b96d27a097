import { feature } from "../../../feature.ts";
import { reportMessageEndpoint, reportTypesState } from "./message-reports.ts";

/** Reporting messages to the moderators of the organization. */
export const reports = feature({ name: "reports", endpoints: [reportMessageEndpoint], state: [reportTypesState] });
