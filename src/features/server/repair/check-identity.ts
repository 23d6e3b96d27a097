import * as v from "valibot";
import { databasesOf } from "../../../database/databases.ts";
import { setupAction } from "../../../endpoints/endpoint.ts";
import { checkSetupToken } from "../setup/setup-token.ts";
import { forOperators, operatorParams } from "./operator-params.ts";
import { whatIsKnown } from "./rows.ts";

/** Whether the databases know the organization by its number and its name, and only its own has rows of it. */
export const checkIdentityEndpoint = setupAction({
  ...forOperators,
  route: "POST /organizations/check/identity",
  repeatable: true,
  params: operatorParams,
  reply: {
    /** The faults, in words; a repair mends them. */
    wrong: v.array(v.string()),
    /**
     * The conflicts that no repair mends: a database has given the number, and with it the rows, to another organization.
     */
    conflicts: v.array(v.string()),
    /** Databases that have rows of the organization, besides its own. */
    left_over: v.array(v.string()),
  },
  plan: ({ realm: { identity, shipper } }) => ({ ...identity, database: shipper.database }),
  async prepare({ plan: { id, subdomain, database: own }, params, config, env, request, log }) {
    await checkSetupToken(params.setup_token, { config, env, request, log });
    const wrong: string[] = [];
    const conflicts: string[] = [];
    const left_over: string[] = [];
    for (const { name, database } of databasesOf(env)) {
      const { owners, hasArrived, hasRows } = await whatIsKnown(database, { id, subdomain });
      for (const one of owners) {
        if (one.id !== id) wrong.push(`${name} has given "${subdomain}" to number ${one.id}, not ${id}`);
        else if (one.subdomain !== subdomain) conflicts.push(`${name} has given number ${id} to "${one.subdomain}"`);
      }
      const isKnown = owners.some((one) => one.id === id);
      if (name === own && !isKnown) wrong.push(`${name} does not know number ${id}, "${subdomain}"`);
      if (name === own && !hasArrived) wrong.push(`${name} does not know how far number ${id} has come`);
      if (name !== own && hasRows) left_over.push(name);
    }
    return { wrong, conflicts, left_over };
  },
  // While it moves, rows are in two databases.
  run: ({ realm, prepared: { wrong, conflicts, left_over } }) => ({
    wrong,
    conflicts,
    left_over: realm.mover.progress === undefined ? left_over : [],
  }),
});
