import { feature } from "../../realm/feature.ts";
import { breakDatabaseEndpoint } from "./break-database.ts";
import { inspectObjectEndpoint } from "./inspect-object.ts";
import { moveClockEndpoint } from "./move-clock.ts";

/** Hooks for tests, refused unless the server was started with them. */
export const testing = feature({
  name: "testing",
  endpoints: [moveClockEndpoint, breakDatabaseEndpoint, inspectObjectEndpoint],
});
