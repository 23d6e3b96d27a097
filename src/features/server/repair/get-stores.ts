import * as v from "valibot";
import { setupAction } from "../../../endpoints/endpoint.ts";
import { checkSetupToken } from "../setup/setup-token.ts";
import { forOperators, operatorParams } from "./operator-params.ts";

/** An organization's knowledge of its stores: how far D1 is, and whether it was found to differ. */
export const getStoresEndpoint = setupAction({
  ...forOperators,
  route: "POST /organizations/stores",
  repeatable: true,
  params: operatorParams,
  reply: {
    /** The organization's number. */
    number: v.number(),
    database: v.string(),
    tables: v.array(v.string()),
    /** When the present line of history began, in milliseconds; each comparison begins another one. */
    epoch: v.number(),
    comparing: v.boolean(),
    waiting: v.boolean(),
    parked: v.number(),
    /** The reason why the last shipment has failed; null where it has not. */
    reason: v.nullable(v.string()),
    moving: v.boolean(),
    /** When D1 was found not to be as the organization had left it, in milliseconds, if nobody was told yet. */
    noticed: v.nullable(v.number()),
  },
  async prepare({ params: { setup_token }, config, env, request, log }) {
    await checkSetupToken(setup_token, { config, env, request, log });
  },
  run({ realm }) {
    const { storeCheck, shipper, mover } = realm;
    const { comparing, waiting, parked, reason = null } = shipper.lag;
    return {
      number: realm.id,
      database: shipper.database,
      tables: [...storeCheck.tables.keys()],
      epoch: storeCheck.state.epoch,
      ...{ comparing, waiting, parked, reason },
      moving: mover.progress !== undefined,
      noticed: storeCheck.state.noticed,
    };
  },
});
