import { feature } from "../../../feature.ts";
import { getReadReceiptsEndpoint } from "./get-read-receipts.ts";

/** Who has read a message. */
export const receipts = feature({ name: "receipts", endpoints: [getReadReceiptsEndpoint] });
