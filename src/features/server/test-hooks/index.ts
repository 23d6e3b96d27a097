import type { Endpoint } from "../../../api/endpoint.ts";
import { type Feature, feature } from "../../../feature.ts";
import { compareStoresEndpoint } from "./compare-stores.ts";
import {
  breakDatabaseEndpoint,
  breakFilesEndpoint,
  breakStorageEndpoint,
  explainPageEndpoint,
  FAILURE,
  failAfterwards,
  failChangeEndpoint,
  failReadEndpoint,
  fillMessagesEndpoint,
  fillUsersEndpoint,
  inspectObjectEndpoint,
  inspectWorkEndpoint,
  keepStateEndpoint,
  loseObjectsEndpoint,
  moveClockEndpoint,
} from "./endpoints.ts";

/** Endpoints for tests and benchmarks. They exist only on a server started with TEST_HOOKS. */
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
