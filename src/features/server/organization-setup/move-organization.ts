import * as v from "valibot";
import { setupAction } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import { databasesOf } from "../../../database/databases.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { wantedDatabase } from "./organization-id.ts";
import { checkSetupToken, setupParams, withSetupToken } from "./setup-token.ts";

/**
 * Moves an organization's D1 rows to another of the deployment's databases while it is in use. Moving it to its current
 * database cancels a move. GET /health shows the progress. Not part of Zulip's API.
 */
export const moveOrganizationEndpoint = setupAction({
  route: "POST /organizations/move",
  isOperators: true,
  ...withSetupToken,
  repeatable: true,
  params: {
    ...setupParams,
    database: text("word"),
  },
  reply: {
    database: v.string(),
  },
  async prepare({ params: { setup_token, database }, config, env, request, log }) {
    await checkSetupToken(setup_token, { config, env, request, log });
    return { wanted: wantedDatabase(databasesOf(env), database) };
  },
  run({ realm, prepared: { wanted } }) {
    const { mover, shipper } = realm;
    const { database } = shipper;
    const { progress } = mover;
    if (progress?.phase === "removing") {
      throw badRequest(`Rows are still being removed from ${progress.database}. Try again later.`);
    }
    if (progress?.database === wanted) return { database };
    if (progress !== undefined && wanted !== database) {
      throw badRequest(`The organization is being moved to ${progress.database}.`);
    }
    if (progress !== undefined) mover.callOff(progress.database);
    else if (wanted === database) throw badRequest(`The organization is in ${database} already.`);
    else mover.begin(wanted);
    auditOrganization(realm, "operator.command", { command: "move" });
    realm.log.info("move", { from: database, to: wanted });
    return { database };
  },
});
