import { setTimeout as pause } from "node:timers/promises";
import { Connection } from "../load/connection.ts";
import { apiRequest } from "../load/requests.ts";
import { openStreams, registerQueues, StreamSockets } from "../load/stream-sockets.ts";
import type { Measure } from "../measure.ts";
import { simulated } from "../queues/simulated.ts";
import { untilIdle } from "../server/idle.ts";
import { Inspector } from "../server/inspector.ts";

/** Queues, and how many of them have a stream. Each stream takes four of workerd's descriptors. */
const SIZES = [
  { queues: 1000, streams: 1000 },
  { queues: 10_000, streams: 3000 },
  { queues: 50_000, streams: 3000 },
];
const FEW = 10;
const SHIPPED_MS = 1500;
const QUICK = [{ queues: 20, streams: 10 }];
/** The numbers of queues in runs without a server, of only the realm's own code. */
const SIMULATED = [5000, 50_000, 1_000_000];
/** In bytes, so that 50,000 queues fit into half of an object's 128 MB. */
const HEAP = { atMost: 1000 };
const ROWS = { atMost: 1 };
/** The same for any number of queues, and of queues that start and end. */
const BYTES = { atMost: 100 };

/** The memory of many queues and their streams, and the rows an event writes while queues start and end. */
export const measure: Measure = {
  name: "queues",
  about: "up to 50,000 queues, and a million without a server: the heap of each, what an event writes",
  async run(bench) {
    const { server, organization } = await bench.stage({ of: "standard", hooks: true, inspector: true, fresh: true });
    const { people, channels } = organization;
    const inspector = await Inspector.of(server.inspectorPort, "parley");
    const heap = async () => {
      await untilIdle(server.pid);
      return inspector.heapBytes();
    };
    // Includes the rows of the shipment to D1, which follows within a second and causes half of the rows of a send.
    const written = async () => {
      await pause(SHIPPED_MS);
      await untilIdle(server.pid);
      return (await server.call<{ rows_written: number }>("GET", "/testing/work")).rows_written;
    };
    const connection = new Connection(server.direct);
    const message = { type: "channel", to: channels[0]?.id ?? 0, topic: "queues", content: "To **all** of you" };
    const send = () => connection.send(apiRequest("POST", "/messages", people[0] ?? server.owner, message));
    const streams = new StreamSockets();
    // The first queues and streams make the isolate allocate memory that it keeps.
    await openStreams(streams, server, await registerQueues(server, people, FEW));
    await send();
    // The minimum of several sends, because some also reserve ids, or coincide with an alarm.
    const rows = async () => {
      const counts: number[] = [];
      for (let round = 0; round < 3; round++) {
        const before = await written();
        await send();
        counts.push((await written()) - before);
      }
      return Math.min(...counts);
    };
    const withFew = await rows();
    let registered = FEW;
    for (const size of bench.settings.quick ? QUICK : SIZES) {
      const many = size.queues.toLocaleString("en");
      bench.progress(`registering ${many} queues`);
      const before = await heap();
      const queues = await registerQueues(server, people, size.queues - registered);
      const idle = await heap();
      const each = (idle - before) / queues.length;
      bench.report({ name: `${many}: a queue`, value: each, unit: "bytes" });
      registered = size.queues;
      const opened = size.streams - streams.size;
      if (opened > 0) {
        bench.progress(`opening ${opened} streams`);
        await openStreams(streams, server, queues.slice(0, opened));
        const open = (await heap()) - idle;
        // The first thousand include the memory that the isolate keeps.
        const budget = size.queues < 10_000 ? undefined : HEAP;
        bench.report({ name: `${many}: a stream`, value: open / opened, unit: "bytes" });
        bench.report({
          name: `${many}: a queue with a stream`,
          value: each + open / opened,
          unit: "bytes",
          budget,
        });
      }
      bench.progress(`a message to ${many} queues`);
      const held = await heap();
      await send();
      bench.report({ name: `${many}: a recipient`, value: ((await heap()) - held) / registered, unit: "bytes" });
      const figures = { value: await rows(), floor: withFew, unit: "rows" as const, budget: ROWS };
      bench.report({ name: `${many}: a send, beside ${FEW} queues`, ...figures });
    }
    connection.close();
    streams.close();
    inspector.close();
    for (const queues of bench.settings.quick ? [100] : SIMULATED) {
      const many = `${queues.toLocaleString("en")} simulated`;
      bench.progress(many);
      const { queue, stream, all, half } = simulated(queues);
      bench.report({ name: `${many}: a queue`, value: queue, unit: "bytes" });
      bench.report({ name: `${many}: a stream`, value: stream, unit: "bytes" });
      for (const [to, cost] of Object.entries({ "all but one": all, "a half": half })) {
        const budget = cost === all ? BYTES : undefined;
        bench.report({ name: `${many}: event to ${to}, stored`, value: cost.bytes, unit: "bytes", budget });
        bench.report({ name: `${many}: event to ${to}, CPU`, value: cost.ms, unit: "ms" });
        bench.report({ name: `${many}: event to ${to}, a recipient`, value: cost.recipient, unit: "bytes" });
      }
    }
  },
};
