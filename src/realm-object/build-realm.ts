import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { BulkReader } from "../database/bulk-reader.ts";
import { BulkStore } from "../database/bulk-store.ts";
import type { BulkTable } from "../database/bulk-table.ts";
import { databaseOf, FIRST_DATABASE } from "../database/databases.ts";
import { faultyStorage } from "../database/faults.ts";
import { ownReader } from "../database/local-reader.ts";
import { type NoParams, statement, WatchedSql } from "../database/statement.ts";
import { failureReason, noteFailure } from "../database/storage-health.ts";
import { reportingTo } from "../database/stored.ts";
import type { Feature } from "../feature.ts";
import { Log } from "../logging/log.ts";
import { PARLEY_VERSION } from "../protocol/version.ts";
import { archiveHook } from "../realm/archive-io/feature-archive.ts";
import type { EventKind } from "../realm/events/event.ts";
import { EventCounter } from "../realm/events/event-counter.ts";
import { Listeners } from "../realm/events/listeners.ts";
import { LongPolls } from "../realm/events/long-polls.ts";
import { eventTables, laterEventTables, recipientBaseTables } from "../realm/events/queue-rows.ts";
import { QUEUE_TIMER, Queues } from "../realm/events/queues.ts";
import { relayTables } from "../realm/events/relays/relay-rows.ts";
import { mayHaveRelays, Relays } from "../realm/events/relays/relays.ts";
import { Streams } from "../realm/events/streams.ts";
import type { JobContext } from "../realm/job.ts";
import { type Job, laterOutboxTables, OUTBOX_TIMER, Outbox, outboxTables } from "../realm/outbox.ts";
import { on, Realm, type RealmIdentity } from "../realm/realm.ts";
import { putBackHook } from "../realm/replication/hooks.ts";
import { MessageCache } from "../realm/replication/message-cache.ts";
import { MOVE_TIMER, Mover } from "../realm/replication/mover.ts";
import { SHIP_TIMER, Shipper } from "../realm/replication/shipper.ts";
import { ShippingState } from "../realm/replication/shipping-state.ts";
import { laterShippingTables, refusedShippingTables, shippingTables } from "../realm/replication/shipping-tables.ts";
import { StoreCheck } from "../realm/replication/store-check.ts";
import { hasSchema, type Misfit, migrate, refuseOlderPrograms, type Schema } from "../realm/schema.ts";
import { Timers, timerTables } from "../realm/timers.ts";
import type { Credentials } from "../rpc/credentials.ts";
import type { CallingRealm } from "../rpc/inner-caller.ts";
import { callRelay } from "../rpc/relay-port.ts";
import { machineClock, movableClock, Stopwatch } from "../util/clock.ts";
import { machineRandom } from "../util/random.ts";
import { type Seconds, toWholeSeconds } from "../util/time.ts";
import { whyLoggedOut } from "./admission.ts";
import { notifyOfStore } from "./notify-of-store.ts";

const platformSchema: Schema = {
  feature: "platform",
  steps: [
    `CREATE TABLE identity (id INTEGER NOT NULL, subdomain TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;`,
    ...eventTables,
    ...timerTables,
    ...outboxTables,
    ...shippingTables,
    ...laterEventTables,
    ...laterShippingTables,
    ...laterOutboxTables,
    ...refusedShippingTables,
    ...recipientBaseTables,
    ...relayTables,
  ],
};

const readIdentity = statement<NoParams, RealmIdentity>("SELECT id, subdomain, created_at FROM identity");
const writeIdentity = statement<{ id: number; subdomain: string; created_at: Seconds }>(
  "INSERT INTO identity (id, subdomain, created_at) VALUES (:id, :subdomain, :created_at)",
);

export interface Program {
  readonly env: Env;
  readonly config: Config;
  readonly features: readonly Feature[];
  readonly callsOf: (realm: CallingRealm) => JobContext["callAs"];
}

export interface BuiltRealm {
  readonly realm: Realm;
  readonly listeners: Listeners;
  readonly streams: Streams;
  readonly relays: Relays;
  readonly messageCache: MessageCache;
  /** Runs statements written for D1 on the realm's own rows. */
  readonly own: BulkReader;
}

/** Returns the program version as recorded by schema steps, with the deployment id if there is one. */
export const programOf = ({ build }: Pick<Config, "build">) =>
  build === "" ? PARLEY_VERSION : `${PARLEY_VERSION}+${build}`;

/**
 * An organization, or the reason why this version can't serve it. Both are undefined if the organization doesn't exist.
 */
interface OpenedRealm {
  readonly built?: BuiltRealm | undefined;
  readonly misfit?: Misfit | undefined;
}

export function openRealm(state: DurableObjectState, program: Program): OpenedRealm {
  const { config, features } = program;
  const { sql } = state.storage;
  if (!hasSchema(sql)) return {};
  const misfit = state.storage.transactionSync(() => migrate(sql, schemasOf(features), programOf(config)));
  if (misfit !== undefined) return { misfit };
  const identity = readIdentity.first(sql, {});
  return { built: identity && build(state, program, identity) };
}

/** A new organization's id and subdomain, and the database for its rows. */
interface NewRealm {
  readonly id: number;
  readonly subdomain: string;
  readonly database: string;
}

/** Creates a new organization's tables. The caller must fill them in the same transaction. */
export function foundRealm(
  state: DurableObjectState,
  program: Program,
  { id, subdomain, database }: NewRealm,
): BuiltRealm {
  const { config, features } = program;
  const { sql } = state.storage;
  migrate(sql, schemasOf(features), programOf(config));
  const created_at = toWholeSeconds(machineClock.milliseconds());
  writeIdentity.run(sql, { id, subdomain, created_at });
  const shipping = new ShippingState(sql, machineRandom);
  shipping.begin(machineClock.milliseconds(), null);
  shipping.place(database);
  refuseOlderPrograms(sql, "elsewhere", database !== FIRST_DATABASE, programOf(config));
  return build(state, program, { id, subdomain, created_at });
}

export const schemasOf = (features: readonly Feature[]): Schema[] => [
  platformSchema,
  ...features.map(({ name, schema = [] }) => ({ feature: name, steps: schema })),
];

function build(
  state: DurableObjectState,
  { env, config, features, callsOf }: Program,
  identity: RealmIdentity,
): BuiltRealm {
  const sql = new WatchedSql(state.storage.sql);
  const log = new Log({ subdomain: identity.subdomain, realm: identity.id });
  const clock = config.testHooks ? movableClock(identity.id) : machineClock;
  const random = machineRandom;
  const counter = new EventCounter(sql);
  const refuseOlder = () => refuseOlderPrograms(sql, "recipients by difference", true, programOf(config));
  const queues = reportingTo(log, () => new Queues(sql, kindsOf(features), refuseOlder));
  const longPolls = new LongPolls(state, queues, counter, clock, random, config);
  const refusalOf = (credentials: Credentials) => whyLoggedOut(realm, credentials);
  state.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  const isLoggedIn = (credentials: Credentials) => refusalOf(credentials) === undefined;
  const streams = new Streams({ sockets: state, queues, clock, isLoggedIn, isAwaiting: mayHaveRelays(sql) });
  const relays = new Relays({
    ...{ sockets: state, sql, queues, streams, isLoggedIn, config, random },
    now: () => clock.milliseconds(),
    call: (relay) => callRelay(env, config, identity.subdomain, relay),
  });
  const listeners = new Listeners(queues, longPolls, streams, relays, refusalOf);
  const timerKinds = new Set([
    ...[SHIP_TIMER, MOVE_TIMER, OUTBOX_TIMER, QUEUE_TIMER],
    ...features.flatMap(({ timers = {} }) => Object.keys(timers)),
  ]);
  const timers = new Timers(sql, state.storage, clock, (kind) => timerKinds.has(kind));
  const tables = new Map<string, BulkTable>(
    features.flatMap(({ bulk = [] }) => bulk.map((table) => [table.name, table])),
  );
  const storage = faultyStorage(state.storage, config);
  const shipping = new ShippingState(sql, random);
  const storeIn = (database: string) => new BulkStore(databaseOf(env, database), identity);
  const store = storeIn(shipping.database);
  const shipper = new Shipper({
    sql,
    transaction: (work) => storage.transactionSync(work),
    store,
    tables,
    state: shipping,
    timers,
    clock,
    log,
    onFailure: (error) => noteFailure(identity.subdomain, error),
    isStorageFailing: () => failureReason(identity.subdomain) !== undefined,
  });
  const mover = new Mover({
    ...{ sql, store, storeIn, tables, shipper, timers, clock, random, log },
    transaction: (work) => storage.transactionSync(work),
    state: shipping,
    onSwitch: (database) => refuseOlderPrograms(sql, "elsewhere", database !== FIRST_DATABASE, programOf(config)),
  });
  const messageCache = new MessageCache(sql, store, shipper, [...tables.values()], config.hotWindow);
  const jobs = new Map<string, Job>();
  const whenLost = new Map<string, (payload: unknown) => void>();
  const patient = new Set(features.flatMap(({ patientJobs = [] }) => patientJobs));
  const prompt = features.flatMap(({ promptJobs }) => (promptJobs === undefined ? [] : [promptJobs]));
  const outbox = new Outbox(sql, timers, clock, jobs, () => state.storage.sync(), { patient, whenLost, prompt });
  const stopwatch = new Stopwatch();
  const realm = new Realm({
    identity,
    sql,
    transaction: (work) => stopwatch.during(() => storage.transactionSync(work)),
    config,
    log,
    clock,
    random,
    counter,
    queues,
    listeners,
    timers,
    outbox,
    shipper,
    mover,
    storeCheck: new StoreCheck({
      sql,
      transaction: (work) => storage.transactionSync(work),
      tables,
      state: shipping,
      shipper,
    }),
    stopwatch,
    messages: messageCache,
    handlers: features.flatMap(({ handlers = [], archive }) =>
      archive === undefined ? handlers : [...handlers, on(archiveHook, () => archive)],
    ),
  });
  shipper.onStored = (bytes) => notifyOfStore(realm, shipping, bytes);
  // The clients of a restored realm have seen a later state, so they must register again.
  shipper.onRestored = () => {
    realm.change(() => {
      for (const queue of [...queues.all()]) realm.endQueue(queue);
      realm.run(putBackHook);
    });
  };
  const callAs = callsOf({ env, config, log, subdomain: identity.subdomain, url: realm.url });
  for (const { jobs: some = {}, lostJobs = {} } of features) {
    for (const [name, job] of Object.entries(some))
      jobs.set(name, (payload) => job({ realm, env, log: log.with({ job: name }), callAs }, payload));
    for (const [name, tell] of Object.entries(lostJobs))
      whenLost.set(name, (payload) => realm.change(() => tell(realm, payload)));
  }
  return { realm, listeners, streams, relays, messageCache, own: ownReader(sql, tables.values()) };
}

function kindsOf(features: readonly Feature[]): Map<string, EventKind> {
  const kinds = new Map<string, EventKind>();
  for (const { kind } of features.flatMap(({ events = [] }) => events)) {
    if (kinds.has(kind.key)) throw new Error(`two events are ${kind.key}`);
    kinds.set(kind.key, kind);
  }
  return kinds;
}
