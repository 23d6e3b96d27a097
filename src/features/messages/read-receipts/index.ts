import { feature } from "../../../feature.ts";
import { getReadReceiptsEndpoint } from "./get-read-receipts.ts";

/** Read receipts: which users have read a message. */
export const readReceipts = feature({ name: "receipts", endpoints: [getReadReceiptsEndpoint] });
