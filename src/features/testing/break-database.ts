import { faults } from "../../database/faults.ts";
import { edge } from "../../http/endpoint.ts";
import { oneOf } from "../../http/parameter.ts";
import { requireTestHooks } from "./test-hooks.ts";

/** Makes D1 misbehave, for all organizations of the process. */
export const breakDatabaseEndpoint = edge({
  route: "POST /testing/database",
  limited: false,
  params: { mode: oneOf("none", "refuse", "slow", "lie") },
  reply: {},
  answer({ params, config }) {
    requireTestHooks(config);
    faults.database = params.mode;
    return {};
  },
});
