import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { rowsWritten } from "./rows.ts";

/** The cost of the organization's changes since its Durable Object was constructed. */
export const inspectWorkEndpoint = action({
  route: "GET /testing/work",
  by: "anyone",
  limited: false,
  params: {},
  reply: { rows_written: v.number(), busy_ms: v.number() },
  run({ realm }) {
    return { rows_written: rowsWritten.one(realm.sql, {}).total, busy_ms: realm.stopwatch.ms };
  },
});
