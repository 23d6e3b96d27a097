// Simulates very many event queues without a server, for bench/measures/queues.ts: the realm's own code runs with
// Node's SQLite and with sockets that do nothing. Prints the results as JSON.
//
// Usage: node --expose-gc --import ./src/cli/import/run-sources.ts FILE QUEUES
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";
import type { Sql } from "../../src/database/statement.ts";
import type { UserId } from "../../src/protocol/ids.ts";
import { type Audience, event } from "../../src/realm/events/event.ts";
import type { QueueClient } from "../../src/realm/events/queue-client.ts";
import { eventTables, laterEventTables, recipientBaseTables } from "../../src/realm/events/queue-rows.ts";
import { Queues } from "../../src/realm/events/queues.ts";
import type { StreamSocket } from "../../src/realm/events/stream.ts";
import { Streams } from "../../src/realm/events/streams.ts";
import { entryOf } from "../../src/util/collections.ts";
import { milliseconds } from "../../src/util/time.ts";
import type { Simulated } from "./simulated.ts";

const size = Number(process.argv[2]);
/** With more streams than this, relays hold them. */
const MAX_STREAMS = 50_000;
/**
 * The number of queues that start, and the number that end, per event. Assumes 1,000 of each, and ten messages, per
 * second.
 */
const CHURN = 100;
const EVENTS = 100;

const CLIENT: QueueClient = {
  ...{ name: "ParleyWeb", capabilities: ["notification_settings_null"], event_types: ["message"] },
  ...{ apply_markdown: true, client_gravatar: true, slim_presence: true, include_subscribers: false },
  ...{ all_public_streams: false, narrow: [] },
};
const said = event({ type: "message", fields: { content: v.string() } });

class Socket implements StreamSocket {
  readonly readyState = 1;
  send(): void {}
  close(): void {}
  serializeAttachment(): void {}
  deserializeAttachment(): null {
    return null;
  }
}

const database = new DatabaseSync(":memory:");
for (const step of [...eventTables, ...laterEventTables, ...recipientBaseTables]) database.exec(step);
const statements = new Map<string, StatementSync>();
const sql = {
  databaseSize: 0,
  exec: (query: string, ...bindings: (string | number | Uint8Array)[]) => {
    const rows = entryOf(statements, query, () => database.prepare(query)).all(...bindings);
    return { toArray: () => rows };
  },
} as unknown as Sql;
const queues = new Queues(sql, new Map([[said.kind.key, said.kind]]));
let begun = 0;
let newest = 0;

function begin(): void {
  begun += 1;
  const id = textOf(crypto.randomUUID());
  const fields = { id, user_id: begun as UserId, client: CLIENT, origin: newest };
  queues.create({ ...fields, lifespan: milliseconds(600_000), seenAt: milliseconds(Date.now()) }).commit();
}

/** Ends `count` random queues. */
function end(count: number): void {
  for (let ended = 0; ended < count; ) {
    const queue = queues.byNumber(1 + Math.floor(Math.random() * begun));
    if (queue === undefined) continue;
    queues.delete(queue);
    queues.forget(queue);
    ended += 1;
  }
}

/** Returns a flat string, as if read from a request or row, rather than a concatenation. */
const textOf = (text: string): string => Buffer.from(text).toString("latin1");

async function heap(): Promise<number> {
  await pause(10);
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Returns the CPU milliseconds of this thread. Time on the clock would include that of other processes. */
function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const stored = (): number => {
  const [row] = database
    .prepare(
      `SELECT (SELECT coalesce(sum(length(audience)), 0) FROM events)
         + (SELECT coalesce(sum(length(queues)), 0) FROM recipient_lists)
         + (SELECT coalesce(sum(length(queues)), 0) FROM recipient_bases) AS bytes`,
    )
    .all();
  return Number(row?.["bytes"]);
};

/**
 * Sends events. Returns, per event, the bytes written for its recipients and its CPU milliseconds, and the memory per
 * recipient.
 */
async function say(audience: Audience) {
  const [bytes, held] = [stored(), await heap()];
  let [spent, recipients] = [0, 0];
  for (let count = 0; count < EVENTS; count++) {
    end(CHURN);
    for (let more = 0; more < CHURN; more++) begin();
    newest += 1;
    const told = said({ content: "To all of you" });
    const start = cpu();
    const groups = queues.recipients(told, [audience]) ?? [];
    const logged = queues.log.append({ ...told, id: newest, groups });
    queues.log.commit([logged]);
    spent += cpu() - start;
    recipients += groups[0]?.queues.length ?? 0;
  }
  return {
    bytes: (stored() - bytes) / EVENTS,
    ms: spent / EVENTS,
    recipient: ((await heap()) - held) / recipients,
  };
}

const before = await heap();
for (let count = 0; count < size; count++) begin();
const queue = ((await heap()) - before) / size;

const clock = { milliseconds: () => milliseconds(Date.now()) };
const sockets = Array.from({ length: Math.min(size, MAX_STREAMS) }, () => new Socket());
const streams = new Streams({
  ...{ queues, clock, isLoggedIn: () => true, deadlines: { after: () => () => {} } },
  sockets: { acceptWebSocket() {}, getWebSockets: () => [], getWebSocketAutoResponseTimestamp: () => null },
});
const without = await heap();
for (const [index, socket] of sockets.entries()) {
  const of = queues.byNumber(index + 1);
  const email = textOf(`person${index}@example.com`);
  const keyHash = textOf(String(index).padStart(64, "0"));
  if (of !== undefined) streams.open(socket, of, { by: "key", email, keyHash, wellFormed: true });
}
// `streams` is used after the heap is measured. Otherwise it would have been garbage-collected by then.
const opened = await heap();
const stream = (opened - without) / streams.size;

const mixed = (user: number) => Math.imul(user ^ (user >>> 15), 0x2c1b3c6d) >>> 16;
const simulated: Simulated = {
  ...{ queue, stream },
  all: await say({ includes: (user) => user !== 1 }),
  half: await say({ includes: (user) => mixed(user) % 2 === 0 }),
};
console.log(JSON.stringify(simulated));
