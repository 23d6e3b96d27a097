import type { Endpoint } from "../../../endpoints/endpoint.ts";
import { type Feature, feature } from "../../../feature.ts";
import { breakDatabaseEndpoint, breakStorageEndpoint } from "./break-database.ts";
import { breakFilesEndpoint } from "./break-files.ts";
import { compareStoresEndpoint } from "./compare-stores.ts";
import { explainPageEndpoint } from "./explain-page.ts";
import { FAILURE, failAfterwards, failChangeEndpoint, failReadEndpoint } from "./fail.ts";
import { fillMessagesEndpoint } from "./fill-messages.ts";
import { fillUsersEndpoint } from "./fill-users.ts";
import { inspectObjectEndpoint } from "./inspect-object.ts";
import { inspectWorkEndpoint } from "./inspect-work.ts";
import { moveClockEndpoint } from "./move-clock.ts";

/** Hooks for tests, refused unless the server was started with them. */
export const testingOf = (features: readonly Feature[]): Feature =>
  feature({
    name: "testing",
    endpoints: onThisMachine([
      moveClockEndpoint,
      breakDatabaseEndpoint,
      breakStorageEndpoint,
      breakFilesEndpoint,
      inspectObjectEndpoint,
      inspectWorkEndpoint,
      compareStoresEndpoint(features),
      fillUsersEndpoint,
      fillMessagesEndpoint,
      explainPageEndpoint,
      failChangeEndpoint,
      failReadEndpoint,
    ]),
    timers: { [FAILURE]: failAfterwards },
    jobs: { [FAILURE]: failAfterwards },
  });

const onThisMachine = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.map((endpoint) => ({ ...endpoint, nearby: ({ testHooks }) => testHooks }));
