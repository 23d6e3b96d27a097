import { statement } from "../../database/statement.ts";
import { failureReason } from "../../database/storage-health.ts";
import { type Numbers, series } from "../../metrics/families.ts";
import type { Report } from "../../metrics/reports.ts";
import { type TestedAge, type TestedClient, testedAge } from "../../protocol/tested-clients.ts";
import { PARLEY_VERSION } from "../../protocol/version.ts";
import { entryOf } from "../../util/collections.ts";
import { inSeconds } from "../../util/time.ts";
import type { Listeners } from "../events/listeners.ts";
import { hook, type Realm } from "../realm.ts";

/** Collects the organization's metrics from the features, by series. Each metric must be cheap to compute. */
export const numbersHook = hook<[], Numbers>("numbers");

/** Maximum number counted, because millions of rows can be unshipped while a store is down. */
const MAX_COUNTED = 10_000;
const unshippedCount = statement<{ most: number }, { count: number }>(
  "SELECT count(*) AS count FROM (SELECT 1 FROM unshipped LIMIT CAST(:most AS INTEGER))",
);

const clientNumbers = (realm: Realm): Numbers =>
  Object.fromEntries(
    [...peopleByClient(realm)].flatMap(([client, ages]) =>
      Object.entries(ages)
        .filter(([, people]) => people > 0)
        .map(([version, people]) => [series("parley_clients", { client, version }), people]),
    ),
  );

export function reportOf(realm: Realm, { open }: Pick<Listeners, "open">): Report {
  const { sql, identity, shipper, config } = realm;
  const { lost, parked } = shipper.lag;
  const now = realm.seconds();
  const numbers: Numbers = {
    [series("parley_organization_info", { version: PARLEY_VERSION, database: shipper.database })]: 1,
    [series("parley_organization_told_seconds")]: now,
    [series("parley_organization_failing")]: failureReason(identity.subdomain) === undefined ? 0 : 1,
    [series("parley_organization_bytes")]: sql.databaseSize,
    [series("parley_unshipped_rows")]: unshippedCount.one(sql, { most: MAX_COUNTED }).count,
    [series("parley_refused_rows")]: parked,
    [series("parley_lost_messages")]: lost,
    [series("parley_event_queues")]: realm.queues.size,
    [series("parley_open_polls")]: open.polls,
    [series("parley_open_streams")]: open.streams,
  };
  const give = (name: Parameters<typeof series>[0], value: number | null | undefined) => {
    if (value !== undefined && value !== null) numbers[series(name)] = value;
  };
  give("parley_messages_database_bytes", shipper.size);
  give("parley_messages_database_limit_bytes", config.databaseLimit);
  give("parley_unshipped_since_seconds", shipper.behindSince && inSeconds(shipper.behindSince));
  for (const { job, count, due_at } of realm.outbox.summary()) {
    numbers[series("parley_jobs_waiting", { job })] = count;
    numbers[series("parley_jobs_due_since_seconds", { job })] = inSeconds(due_at);
  }
  Object.assign(numbers, clientNumbers(realm), ...realm.collect(numbersHook));
  return {
    realm: realm.id,
    subdomain: identity.subdomain,
    host: realm.host,
    at: now,
    version: PARLEY_VERSION,
    numbers,
  };
}

type PeopleByAge = Readonly<Record<TestedAge, number>>;

/** Counts users with an event queue of a tested client, by client and by how its version compares to the tested one. */
export function peopleByClient(realm: Realm): ReadonlyMap<TestedClient, PeopleByAge> {
  const people = new Map<TestedClient, Record<TestedAge, Set<number>>>();
  for (const { client, user_id } of realm.queues.all()) {
    const found = testedAge(client.name, client.version);
    if (found === undefined) continue;
    const ages = entryOf(people, found.client, () => ({ older: new Set(), tested: new Set(), newer: new Set() }));
    ages[found.age].add(user_id);
  }
  return new Map(
    [...people].map(([client, { older, tested, newer }]) => [
      client,
      { older: older.size, tested: tested.size, newer: newer.size },
    ]),
  );
}
