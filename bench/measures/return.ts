import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { freePort } from "../../src/local/system/port.ts";
import type { Bench } from "../bench.ts";
import { Office } from "../cost/office.ts";
import { quantile } from "../load/closed-loop.ts";
import { Connection } from "../load/connection.ts";
import { type Account, apiRequest, authorizationOf } from "../load/requests.ts";
import { type QueueOf, registerQueues } from "../load/stream-sockets.ts";
import type { Measure } from "../measure.ts";
import { type Started, withServer } from "../server/started.ts";

const LISTENERS = 2000;
/** In which all come back, each at a time of its own. */
const SPREAD_MS = 3000;
const SEND_EVERY_MS = 20;
const NONE = { atMost: 0 };
/** Times what a send takes while nobody comes back. */
const SENDS = { atMost: 3 };

/** The runtime is killed, so that all streams break at once, and all clients come back. */
export const measure: Measure = {
  name: "return",
  about: "2,000 streams break and come back within 3 s: what is lost, and how sends fare meanwhile",
  async run(bench) {
    const data = mkdtempSync(join(tmpdir(), "parley-return-"));
    const port = await freePort("127.0.0.1", 0);
    await withServer(data, port, (server) => measureReturn(bench, server));
    rmSync(data, { recursive: true, force: true });
  },
};

async function measureReturn(bench: Bench, server: Started): Promise<void> {
  const place = { direct: server.port, owner: server.owner };
  const count = bench.settings.quick ? 50 : LISTENERS;
  const office = new Office(place);
  await office.grow(100);
  bench.progress(`${count} queues`);
  const queues = await registerQueues(place, office.people, count);
  const usual = await sendsDuring(place, () => pause(SPREAD_MS));
  bench.progress("all come");
  const first = await comeBack(place.direct, queues);
  bench.progress("all come back");
  const broken = Promise.all(first.sockets.map((socket) => once(socket, "close")));
  const runtime = server.processes().find(({ name }) => name === "workerd");
  if (runtime) process.kill(runtime.pid, "SIGKILL");
  await broken;
  const connection = new Connection(place.direct);
  await connection.send(apiRequest("GET", "/server_settings", server.owner));
  connection.close();
  let again: Returned = { sockets: [], refused: 0, lost: 0 };
  const meanwhile = await sendsDuring(place, async () => {
    again = await comeBack(place.direct, queues);
  });
  for (const socket of again.sockets) socket.terminate();
  bench.report({ name: "queues lost", value: first.lost + again.lost, unit: "objects", budget: NONE });
  bench.report({ name: "refused, to try again", value: again.refused, unit: "requests" });
  bench.report({ name: "sends, p50 meanwhile", value: meanwhile, floor: usual, unit: "ms", budget: SENDS });
}

interface Returned {
  readonly sockets: WebSocket[];
  /** How often a client was told to come later. */
  refused: number;
  /** Clients that would have to register anew. */
  lost: number;
}

async function comeBack(port: number, queues: readonly QueueOf[]): Promise<Returned> {
  const returned: Returned = { sockets: [], refused: 0, lost: 0 };
  const open = async (queue: QueueOf, index: number) => {
    await pause((SPREAD_MS * index) / queues.length);
    for (;;) {
      const outcome = await openStream(port, queue);
      if (outcome instanceof WebSocket) return void returned.sockets.push(outcome);
      if (outcome.status !== 503 || outcome.retryAfter === undefined) {
        returned.lost += 1;
        return;
      }
      returned.refused += 1;
      await pause(outcome.retryAfter * 1000);
    }
  };
  await Promise.all(queues.map(open));
  return returned;
}

/** A stream of a queue that has said that it is there; or how it was refused. */
function openStream(port: number, { id, account }: QueueOf) {
  const headers = { Host: "localhost", Authorization: authorizationOf(account) };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/events/stream?queue_id=${id}&last_event_id=-1`, {
    headers,
    perMessageDeflate: false,
  });
  return new Promise<WebSocket | { status: number; retryAfter?: number | undefined }>((resolve) => {
    socket.on("open", () => resolve(socket));
    socket.on("error", () => resolve({ status: 0 }));
    socket.on("unexpected-response", (_request, { statusCode = 0, headers: told }) => {
      const seconds = told["retry-after"];
      resolve({ status: statusCode, retryAfter: seconds === undefined ? undefined : Number(seconds) });
      socket.terminate();
    });
  });
}

/** The median time of sends, one after the other with pauses, while some work is done. */
async function sendsDuring({ direct, owner }: { direct: number; owner: Account }, work: () => Promise<unknown>) {
  let isOver = false;
  const times: number[] = [];
  const message = { type: "channel", to: "general", topic: "return", content: "Who is back?" };
  const send = async () => {
    const connection = new Connection(direct);
    while (!isOver) {
      const start = performance.now();
      const { status, body } = await connection.send(apiRequest("POST", "/messages", owner, message));
      if (status !== 200) throw new Error(`a send: ${status} ${body}`);
      times.push(performance.now() - start);
      await pause(SEND_EVERY_MS);
    }
    connection.close();
  };
  const sending = send();
  await work();
  isOver = true;
  await sending;
  return quantile(
    times.sort((a, b) => a - b),
    0.5,
  );
}
