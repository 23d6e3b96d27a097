import { WebSocket } from "ws";
import type { Server } from "../server/server.ts";
import { Arrivals } from "./arrivals.ts";
import { Connection } from "./connection.ts";
import { type Account, apiRequest, authorizationOf } from "./requests.ts";
import type { WakeTimes } from "./waiting-requests.ts";

const AT_ONCE = 16;
/** A client acknowledges after this many events. */
const ACKNOWLEDGE_EVERY = 50;

/** Many WebSockets to one port that all receive the same frames. */
export class StreamSockets {
  readonly #sockets: WebSocket[] = [];
  readonly #arrivals = new Arrivals();
  /** The number and total length of frames received over all sockets. */
  delivered = 0;
  bytes = 0;

  get size(): number {
    return this.#sockets.length;
  }

  async add(url: string, headers: Record<string, string>, heard: (frame: string, socket: WebSocket) => void) {
    const socket = new WebSocket(url, { headers, perMessageDeflate: false });
    await new Promise<void>((resolve, reject) => {
      socket.on("open", () => resolve());
      socket.on("error", reject);
    });
    socket.on("message", (data) => {
      const frame = String(data);
      this.delivered += 1;
      this.bytes += frame.length;
      this.#arrivals.add();
      heard(frame, socket);
    });
    this.#sockets.push(socket);
  }

  /** Runs `act`, and waits until `each` frames have arrived for each socket. */
  deliveredBy(act: () => Promise<unknown>, each = 1): Promise<WakeTimes> {
    return this.#arrivals.during(act, each * this.size);
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate();
  }
}

type Place = Pick<Server, "direct" | "owner">;

/** A queue to open a stream for. */
export interface QueueOf {
  readonly account: Account;
  readonly id: string;
}

export async function registerQueues(server: Place, people: readonly Account[], count: number): Promise<QueueOf[]> {
  const fields = { event_types: ["message"], fetch_event_types: [] };
  const queues: QueueOf[] = [];
  let begun = 0;
  await atOnce(async () => {
    const connection = new Connection(server.direct);
    while (begun < count) {
      const account = people[begun % people.length] ?? server.owner;
      begun += 1;
      const { body } = await connection.send(apiRequest("POST", "/register", account, fields));
      queues.push({ account, id: (JSON.parse(body.toString()) as { queue_id: string }).queue_id });
    }
    connection.close();
  });
  return queues;
}

export async function openStreams(
  streams: StreamSockets,
  { direct }: Pick<Place, "direct">,
  queues: readonly QueueOf[],
): Promise<void> {
  const left = [...queues];
  await atOnce(async () => {
    for (let queue = left.pop(); queue !== undefined; queue = left.pop()) {
      const { account, id } = queue;
      const url = `ws://127.0.0.1:${direct}/api/v1/events/stream?queue_id=${id}&last_event_id=-1`;
      let unacknowledged = 0;
      await streams.add(url, { Host: "localhost", Authorization: authorizationOf(account) }, (frame, socket) => {
        unacknowledged += 1;
        if (unacknowledged < ACKNOWLEDGE_EVERY) return;
        unacknowledged = 0;
        socket.send(`{"last_event_id":${/"id":(\d+)}\],"queue_id"/.exec(frame)?.[1] ?? -1}}`);
      });
    }
  });
}

/** Opens streams for queues of different people until there are `count`. */
export const growStreams = async (
  streams: StreamSockets,
  server: Place,
  people: readonly Account[],
  count: number,
): Promise<void> => openStreams(streams, server, await registerQueues(server, people, count - streams.size));

const atOnce = (work: () => Promise<void>) => Promise.all(Array.from({ length: AT_ONCE }, work));

/** Opens bare sockets to the floor's object until there are `count`. */
export async function growFloor(streams: StreamSockets, port: number, count: number): Promise<void> {
  while (streams.size < count) await streams.add(`ws://127.0.0.1:${port}/stream`, {}, () => {});
}
