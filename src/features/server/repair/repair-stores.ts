import * as v from "valibot";
import { setupAction } from "../../../endpoints/endpoint.ts";
import { boolean, optional } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { job } from "../../../realm/job.ts";
import { audit, organizationEntity } from "../../trust/audit-log/audit.ts";
import { checkSetupToken } from "../setup/setup-token.ts";
import { forOperators, operatorParams } from "./operator-params.ts";

export const REPAIR_JOB = "repair-stores";

/**
 * The number of ids that are skipped after a restore: messages that were sent later had some of them, and links may know
 * them.
 */
const SKIPPED_IDS = 100_000;

/**
 * Compares the organization with D1 from the beginning, and mends what differs; the organization is right. It begins
 * within a moment, and POST /organizations/stores tells the new epoch. With `restored`, the organization itself was put
 * back: event queues end, since their clients know a later state, and ids are skipped.
 */
export const repairStoresEndpoint = setupAction({
  ...forOperators,
  route: "POST /organizations/repair",
  isOperators: true,
  params: { ...operatorParams, restored: optional(boolean, false) },
  reply: {
    /** The epoch that ends with this. */
    epoch: v.number(),
  },
  async prepare({ params: { setup_token }, config, env, request, log }) {
    await checkSetupToken(setup_token, { config, env, request, log });
  },
  run({ realm, params: { restored } }) {
    if (realm.mover.progress !== undefined) throw badRequest("The organization is being moved to another database.");
    if (restored) {
      for (const queue of [...realm.queues.all()]) realm.endQueue(queue);
      realm.storeCheck.skipIds(SKIPPED_IDS);
    }
    audit(realm, "operator.command", { of: organizationEntity(realm), details: { command: "repair", restored } });
    realm.outbox.add(REPAIR_JOB, {});
    realm.log.info("repair", { restored });
    return { epoch: realm.storeCheck.state.epoch };
  },
});

export const repairJob = job(v.object({}), ({ realm }) => realm.storeCheck.repair());

/** Notes that whoever runs the server knows that the stores differed, and that all is well again. */
export const endRepairEndpoint = setupAction({
  ...forOperators,
  route: "POST /organizations/repair/end",
  isOperators: true,
  repeatable: true,
  params: operatorParams,
  reply: {},
  async prepare({ params: { setup_token }, config, env, request, log }) {
    await checkSetupToken(setup_token, { config, env, request, log });
  },
  run({ realm }) {
    realm.storeCheck.state.seen();
    return {};
  },
});
