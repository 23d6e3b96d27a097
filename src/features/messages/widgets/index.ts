import { feature } from "../../../feature.ts";
import { schema, submessagesInBulk } from "./rows.ts";

/** Polls, lists of tasks and the like: what messages can be besides text, and what has been done to them. */
export const widgets = feature({ name: "widgets", schema, bulk: [submessagesInBulk] });
