import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { freePort } from "../../src/cli/os/port.ts";
import type { Bench } from "../bench.ts";
import { Office } from "../cost/office.ts";
import { Connection } from "../load/connection.ts";
import { apiRequest, authorizationOf } from "../load/requests.ts";
import { sendsDuring } from "../load/sends-during.ts";
import { type QueueOf, registerQueues } from "../load/stream-sockets.ts";
import type { Measure } from "../measure.ts";
import { type Started, withServer } from "../server/started.ts";

const LISTENERS = 2000;
/** The period over which the reconnects of all clients are spread evenly. */
const SPREAD_MS = 3000;
const NONE = { atMost: 0 };
/** A multiple of the time that a send to all of the listeners takes while no one reconnects. */
const SENDS = { atMost: 3 };

/** The runtime is killed, so that all streams break at once and all clients reconnect. */
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
  const clients = queues.map((queue) => new Client(place.direct, queue));
  bench.progress("all come");
  const first = await comeBack(clients);
  bench.progress("sends while all are there");
  const sends = {
    port: place.direct,
    owner: place.owner,
    message: { type: "channel", to: "general", topic: "return", content: "Who is back?" },
  };
  const { p50: usual } = await sendsDuring(sends, () => pause(SPREAD_MS));
  bench.progress("all come back");
  const broken = Promise.all(clients.map(({ socket }) => socket && once(socket, "close")));
  const runtime = server.processes().find(({ name }) => name === "workerd");
  if (runtime) process.kill(runtime.pid, "SIGKILL");
  await broken;
  const connection = new Connection(place.direct);
  await connection.send(apiRequest("GET", "/server_settings", server.owner));
  connection.close();
  let again: Returned = { refused: 0, lost: 0, seconds: 0 };
  const { p50: meanwhile } = await sendsDuring(sends, async () => {
    again = await comeBack(clients);
  });
  for (const { socket } of clients) socket?.terminate();
  bench.report({ name: "queues lost", value: first.lost + again.lost, unit: "objects", budget: NONE });
  bench.report({ name: "refused, to try again", value: again.refused, unit: "requests" });
  bench.report({ name: "until all are back", value: again.seconds, unit: "s" });
  bench.report({ name: "sends, p50 meanwhile", value: meanwhile, floor: usual, unit: "ms", budget: SENDS });
}

interface Returned {
  /** How many times a client was told to retry later. */
  refused: number;
  /** The number of clients whose queue is gone, so that they would have to register again. */
  lost: number;
  seconds: number;
}

async function comeBack(clients: readonly Client[]): Promise<Returned> {
  const returned: Returned = { refused: 0, lost: 0, seconds: 0 };
  const start = performance.now();
  const open = async (client: Client, index: number) => {
    await pause((SPREAD_MS * index) / clients.length);
    for (;;) {
      const refusal = await client.open();
      if (refusal === null) return;
      if (refusal.status !== 503 || refusal.retryAfter === undefined) {
        returned.lost += 1;
        return;
      }
      returned.refused += 1;
      await pause(refusal.retryAfter * 1000 * (1 + Math.random()));
    }
  };
  await Promise.all(clients.map(open));
  returned.seconds = (performance.now() - start) / 1000;
  return returned;
}

/** A client that acknowledges the events it receives. It resumes its stream after the last one. */
class Client {
  readonly #port: number;
  readonly #queue: QueueOf;
  #last = -1;
  socket: WebSocket | undefined;

  constructor(port: number, queue: QueueOf) {
    this.#port = port;
    this.#queue = queue;
  }

  /** Opens a stream of the queue. Returns the refusal, or null if the stream was opened. */
  open(): Promise<{ readonly status: number; readonly retryAfter?: number | undefined } | null> {
    const { id, account } = this.#queue;
    const headers = { Host: "localhost", Authorization: authorizationOf(account) };
    const address = `ws://127.0.0.1:${this.#port}/api/v1/events/stream?queue_id=${id}&last_event_id=${this.#last}`;
    const socket = new WebSocket(address, { headers, perMessageDeflate: false });
    socket.on("message", (frame) => {
      const newest = String(frame).match(/"id":(\d+)\}\],"queue_id"/)?.[1];
      if (newest === undefined) return;
      this.#last = Number(newest);
      socket.send(`{"last_event_id":${newest}}`);
    });
    return new Promise((resolve) => {
      socket.on("open", () => {
        this.socket = socket;
        resolve(null);
      });
      socket.on("error", () => resolve({ status: 0 }));
      socket.on("unexpected-response", (_request, { statusCode = 0, headers: told }) => {
        const seconds = told["retry-after"];
        resolve({ status: statusCode, retryAfter: seconds === undefined ? undefined : Number(seconds) });
        socket.terminate();
      });
    });
  }
}
