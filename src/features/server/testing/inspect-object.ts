import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { rowCounts } from "./rows.ts";
import { requireTestHooks } from "./test-hooks.ts";

/** What tests need to know of the realm object itself. */
export const inspectObjectEndpoint = action({
  route: "GET /testing/object",
  by: "anyone",
  limited: false,
  params: {},
  reply: {
    /** When the object came into memory: later than before, if it was evicted meanwhile. */
    awake_since: v.number(),
    queues: v.number(),
    logged_events: v.number(),
    unshipped: v.boolean(),
    /** How many rows each of its tables has. */
    rows: v.record(v.string(), v.number()),
  },
  run({ realm }) {
    requireTestHooks(realm.config);
    return {
      awake_since: realm.awakeSince,
      queues: realm.queues.size,
      logged_events: realm.queues.log.inMemory,
      unshipped: realm.shipper.lag.waiting,
      rows: rowCounts(realm.sql),
    };
  },
});
