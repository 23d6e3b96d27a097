import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { rowCounts } from "./rows.ts";

/** The facts about the Durable Object itself that tests need to know. */
export const inspectObjectEndpoint = action({
  route: "GET /testing/object",
  by: "anyone",
  limited: false,
  params: {},
  reply: {
    /** When the object was constructed, in milliseconds: where it is later than before, the object was evicted. */
    awake_since: v.number(),
    queues: v.number(),
    logged_events: v.number(),
    unshipped: v.boolean(),
    /** The number of rows of each of its tables. */
    rows: v.record(v.string(), v.number()),
  },
  run({ realm }) {
    return {
      awake_since: realm.awakeSince,
      queues: realm.queues.size,
      logged_events: realm.queues.log.inMemory,
      unshipped: realm.shipper.lag.waiting,
      rows: rowCounts(realm.sql),
    };
  },
});
