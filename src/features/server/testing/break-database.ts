import { faults } from "../../../database/faults.ts";
import { edge } from "../../../endpoints/endpoint.ts";
import { oneOf, optional, text } from "../../../endpoints/parameter.ts";
import { requireTestHooks } from "./test-hooks.ts";

/** Has organizations' own databases say this whenever they are written, as long as it is said. */
export const breakStorageEndpoint = edge({
  route: "POST /testing/storage",
  limited: false,
  params: { error: optional(text("word")) },
  reply: {},
  answer({ params, config }) {
    requireTestHooks(config);
    faults.own = params.error ?? null;
    return {};
  },
});

/** Makes D1 misbehave, for all organizations of the process: with everything, or with what holds some text. */
export const breakDatabaseEndpoint = edge({
  route: "POST /testing/database",
  limited: false,
  params: { mode: oneOf("none", "refuse", "slow", "lie"), disliked: optional(text("word")) },
  reply: {},
  answer({ params, config }) {
    requireTestHooks(config);
    faults.database = params.mode;
    faults.disliked = params.disliked ?? null;
    return {};
  },
});
