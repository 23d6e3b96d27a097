import * as v from "valibot";
import { selectPage } from "../../../database/bulk-page.ts";
import type { Row } from "../../../database/bulk-table.ts";
import { setupAction } from "../../../endpoints/endpoint.ts";
import { json, optional, text } from "../../../endpoints/parameter.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { CHECKED_BYTES, CHECKED_ROWS } from "../../../realm/shipping/check-rows.ts";
import { checkSetupToken } from "../setup/setup-token.ts";
import { forOperators, operatorParams } from "./operator-params.ts";

const key = boundedList(v.union([v.number(), boundedText("name"), v.null()]), "terms");

/** Compares a page of a table in D1 with the organization, and changes nothing. Where people write meanwhile, rows may
 * seem to differ that do not the next time. */
export const checkRowsEndpoint = setupAction({
  ...forOperators,
  route: "POST /organizations/check/rows",
  repeatable: true,
  readsBulk: true,
  params: { ...operatorParams, table: text("word"), after: optional(json(v.nullable(key)), null) },
  reply: {
    checked: v.number(),
    missing: v.number(),
    different: v.number(),
    extra: v.number(),
    lost: v.number(),
    /** Some keys of rows that differ, each as a JSON list. */
    keys: v.array(v.string()),
    /** The key after which the next page begins; null at the end. */
    next: v.nullable(v.array(v.union([v.string(), v.number(), v.null()]))),
  },
  plan: ({ realm, params }) => tableOf(realm, params.table),
  async prepare({ plan: table, params: { setup_token, after }, bulk, config, env, request, log }) {
    await checkSetupToken(setup_token, { config, env, request, log });
    if (after !== null && after.length !== table.key.length) throw badRequest("Invalid after");
    const columns = table.columns;
    const bytes = table.integerKey ? { bytes: CHECKED_BYTES } : {};
    const { sql, values } = selectPage(bulk.realm, table, { columns, after, most: CHECKED_ROWS, ...bytes });
    const { results } = await bulk.database
      .prepare(sql)
      .bind(...values)
      .all<Row>();
    return results;
  },
  run({ realm, params: { table, after }, prepared }) {
    const { end, ...found } = realm.storeCheck.compare(tableOf(realm, table), prepared, after);
    return { ...found, keys: [...found.keys], next: end === null ? null : [...end] };
  },
});

function tableOf({ storeCheck: { tables } }: Realm, name: string) {
  const table = tables.get(name);
  if (table === undefined) throw badRequest(`There is no table ${name}, but ${[...tables.keys()].join(", ")}.`);
  // Functions cannot pass between the object and the Worker.
  const { key, columns, integerKey, indexTable, skeleton } = table;
  return { name, key, columns, integerKey, ...(indexTable && { indexTable }), ...(skeleton && { skeleton }) };
}
