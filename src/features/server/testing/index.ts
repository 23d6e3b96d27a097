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
import { keepStateEndpoint } from "./keep-state.ts";
import { loseObjectsEndpoint } from "./lose-objects.ts";
import { moveClockEndpoint } from "./move-clock.ts";

/** Endpoints for tests and benches, which exist only on a server that was started with TEST_HOOKS. */
export const testingFeature = (features: readonly Feature[]): Feature =>
  feature({
    name: "testing",
    endpoints: forTestsOnly([
      moveClockEndpoint,
      breakDatabaseEndpoint,
      breakStorageEndpoint,
      breakFilesEndpoint,
      inspectObjectEndpoint,
      inspectWorkEndpoint,
      keepStateEndpoint,
      loseObjectsEndpoint,
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

const forTestsOnly = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.map((endpoint) => ({ ...endpoint, needsTestHooks: true, loopbackOnly: ({ testHooks }) => testHooks }));
