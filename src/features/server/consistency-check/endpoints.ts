import * as v from "valibot";
import { edgeEndpoint, setupAction } from "../../../api/endpoint.ts";
import { boolean, json, optional, text, textParameter } from "../../../api/parameter.ts";
import type { Env } from "../../../config/env.ts";
import { type Row, selectPage } from "../../../database/bulk-table.ts";
import { databasesOf } from "../../../database/databases.ts";
import { askRealm } from "../../../http/ask-realm.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { CHECKED_BYTES, CHECKED_ROWS } from "../../../realm/replication/check-rows.ts";
import { machineClock } from "../../../util/clock.ts";
import { before, days, inMilliseconds, type Milliseconds, milliseconds } from "../../../util/time.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { foundedAt } from "../organization-setup/organization-id.ts";
import { checkSetupToken, isSetupOpen, setupParams } from "../organization-setup/setup-token.ts";
import { checkFilesEndpoint } from "./check-files.ts";
import { forOperators } from "./for-operators.ts";

/** Selects the organizations with an id (`?1`) or a subdomain (`?2`) in a database. */
const KNOWN = "SELECT id, subdomain FROM organizations WHERE id = ?1 OR subdomain = ?2";
const ROWS = `SELECT (SELECT count(*) FROM arrivals WHERE realm = ?1) AS arrivals,
  EXISTS (SELECT 1 FROM messages WHERE key > ?1 * 4294967296 AND key < (?1 + 1) * 4294967296) AS messages`;

interface Owner {
  readonly id: number;
  readonly subdomain: string;
}

/**
 * Returns the organizations in a D1 database with the given id or subdomain, and whether the database has rows with
 * that id.
 */
async function whatIsKnown(database: D1Database, { id, subdomain }: Owner) {
  const { results: owners } = await database.prepare(KNOWN).bind(id, subdomain).all<Owner>();
  const rows = await database.prepare(ROWS).bind(id).first<{ arrivals: number; messages: number }>();
  return { owners, hasArrived: Boolean(rows?.arrivals), hasRows: Boolean(rows?.arrivals || rows?.messages) };
}

const getStoresEndpoint = setupAction({
  ...forOperators,
  route: "POST /organizations/stores",
  repeatable: true,
  params: setupParams,
  reply: {
    number: v.number(),
    database: v.string(),
    tables: v.array(v.string()),
    /** When the current epoch of sending rows to D1 began, in milliseconds. Each full comparison begins a new one. */
    epoch: v.number(),
    comparing: v.boolean(),
    waiting: v.boolean(),
    parked: v.number(),
    /** Why the last attempt to send changes to D1 failed, or null if it succeeded. */
    reason: v.nullable(v.string()),
    moving: v.boolean(),
    /**
     * When D1 was found in an unexpected state, in milliseconds. Null if never, or if the server administrator knows.
     */
    noticed: v.nullable(v.number()),
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

/**
 * Checks that the databases agree on the organization's id and subdomain, and that only its own database has its rows.
 */
const checkIdentityEndpoint = setupAction({
  ...forOperators,
  route: "POST /organizations/check/identity",
  repeatable: true,
  params: setupParams,
  reply: {
    /** Descriptions of faults that a repair fixes. */
    wrong: v.array(v.string()),
    /**
     * Conflicts that no repair can fix: in some database, another organization has this organization's id, and so owns
     * the rows.
     */
    conflicts: v.array(v.string()),
    /** Names of other databases that have rows of the organization. */
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
  // During a move, two databases have the rows.
  run: ({ realm, prepared: { wrong, conflicts, left_over } }) => ({
    wrong,
    conflicts,
    left_over: realm.mover.progress === undefined ? left_over : [],
  }),
});

const key = boundedList(v.union([v.number(), boundedText("name"), v.null()]), "terms");

/**
 * Compares a page of a table in D1 with the organization, without changing anything. While users write, a row can
 * appear to differ and then match in the next comparison.
 */
const checkRowsEndpoint = setupAction({
  ...forOperators,
  route: "POST /organizations/check/rows",
  repeatable: true,
  readsBulk: true,
  params: { ...setupParams, table: text("word"), after: optional(json(v.nullable(key)), null) },
  reply: {
    checked: v.number(),
    missing: v.number(),
    different: v.number(),
    extra: v.number(),
    lost: v.number(),
    /** Keys of some of the differing rows, each as a JSON array. */
    keys: v.array(v.string()),
    /** Key to continue after, or null at the end. */
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
  // Leaves out functions, which can't be passed from the Durable Object to the Worker.
  const { key, columns, integerKey, indexTable, skeleton } = table;
  return { name, key, columns, integerKey, ...(indexTable && { indexTable }), ...(skeleton && { skeleton }) };
}

export const REPAIR_JOB = "repair-stores";

/**
 * Number of ids to skip after a restore. Messages sent after the restored state used them, and links may still refer to
 * those messages.
 */
const SKIPPED_IDS = 100_000;

/**
 * Schedules a comparison of the organization with D1 from the beginning, which fixes differing rows in D1. Once it
 * starts, POST /organizations/stores returns the new epoch. With `restored`, the organization itself was restored: its
 * event queues end, because their clients have a later state, and ids are skipped.
 */
const repairStoresEndpoint = setupAction({
  ...forOperators,
  route: "POST /organizations/repair",
  isOperators: true,
  params: { ...setupParams, restored: optional(boolean, false) },
  reply: {
    epoch: v.number(),
  },
  run({ realm, params: { restored } }) {
    if (realm.mover.progress !== undefined) throw badRequest("The organization is being moved to another database.");
    if (restored) {
      for (const queue of [...realm.queues.all()]) realm.endQueue(queue);
      realm.storeCheck.skipIds(SKIPPED_IDS);
    }
    auditOrganization(realm, "operator.command", { command: "repair", restored });
    realm.outbox.add(REPAIR_JOB, {});
    realm.log.info("repair", { restored });
    return { epoch: realm.storeCheck.state.epoch };
  },
});

export const repairJob = job(v.object({}), ({ realm }) => realm.storeCheck.repair());

/** Records that the server administrator knows about the difference between the stores, and has fixed it. */
const endRepairEndpoint = setupAction({
  ...forOperators,
  route: "POST /organizations/repair/end",
  isOperators: true,
  repeatable: true,
  params: setupParams,
  run: ({ realm }) => realm.storeCheck.state.seen(),
});

/** A timestamp with a time zone, such as "2026-11-21T13:05:00Z". */
const time = v.pipe(boundedText("word"), v.isoTimestamp());

/** How many days Cloudflare keeps the earlier states of Durable Objects. */
const KEPT_DAYS = 30;

/**
 * Restores an organization's Durable Object to a state of the last 30 days, on Cloudflare. D1 and R2 stay unchanged, so
 * a repair with `restored` has to follow. `undo` in the response is the bookmark that reverts the restore.
 */
const putBackEndpoint = edgeEndpoint({
  route: "POST /organizations/put_back",
  loopbackOnly: isSetupOpen,
  params: { ...setupParams, at: optional(textParameter(time)), bookmark: optional(text("id")) },
  reply: { bookmark: v.string(), undo: v.string() },
  async answer({ params: { subdomain, setup_token, at, bookmark }, config, env, request, log }) {
    await checkSetupToken(setup_token, { config, env, request, log });
    if ((at === undefined) === (bookmark === undefined)) throw badRequest("Either a time or a bookmark is needed.");
    const wanted = bookmark === undefined ? { at: milliseconds(Date.parse(at ?? "")) } : { bookmark };
    if ("at" in wanted) await checkTime(wanted.at, subdomain, env);
    const answer = await askRealm({ config, env, subdomain, isRepeatable: false, log }, (realm) =>
      realm.putBack(wanted),
    );
    if ("refused" in answer) throw badRequest(`The organization can't be restored: ${answer.refused}`);
    log.info("put_back", { subdomain, ...answer });
    return answer;
  },
});

/** Throws if no state is stored for that time, so that a wrong time is rejected before the restore starts. */
async function checkTime(at: Milliseconds, subdomain: string, env: Env): Promise<void> {
  const now = machineClock.milliseconds();
  if (at > now) throw badRequest("This time is still to come. Times are in UTC where they end with Z.");
  if (at < before(now, inMilliseconds(days(KEPT_DAYS))))
    throw badRequest(`This time is more than ${KEPT_DAYS} days ago.`);
  const since = await foundedAt(databasesOf(env), subdomain);
  if (since !== undefined && at < inMilliseconds(since)) {
    throw badRequest("The organization was founded later than that.");
  }
}

export const repairEndpoints = [
  getStoresEndpoint,
  checkIdentityEndpoint,
  checkRowsEndpoint,
  checkFilesEndpoint,
  repairStoresEndpoint,
  endRepairEndpoint,
  putBackEndpoint,
];
