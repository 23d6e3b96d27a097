import type { Endpoint } from "../../../api/endpoint.ts";
import { type Feature, feature } from "../../../feature.ts";
import { compareStoresEndpoint } from "./compare-stores.ts";
import { FAILURE, failAfterwards, testEndpoints } from "./endpoints.ts";

/** Endpoints for tests and benchmarks. They only exist if the server was started with TEST_HOOKS. */
export const testingFeature = (features: readonly Feature[]): Feature =>
  feature({
    name: "testing",
    endpoints: forTestsOnly([...testEndpoints, compareStoresEndpoint(features)]),
    timers: { [FAILURE]: failAfterwards },
    jobs: { [FAILURE]: failAfterwards },
  });

const forTestsOnly = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.map((endpoint) => ({ ...endpoint, needsTestHooks: true, loopbackOnly: ({ testHooks }) => testHooks }));
