import { feature } from "../../../feature.ts";
import { reportTypesState } from "./message-reports.ts";
import { reportMessageEndpoint } from "./report-message.ts";

/** Reporting messages to the moderators of the organization. */
export const reports = feature({ name: "reports", endpoints: [reportMessageEndpoint], state: [reportTypesState] });
